// All that the uicp room offers.

export { createAdapter } from "./adapter/adapter.js";
export type * from "./adapter/types.js";
export type { ApiCall, EffectKind, Intent } from "./effects/index.js";
export { hintFor, UICPValidationError } from "./errors.js";
export type { UICPIssue } from "./issues.js";
export * from "./stores/index.js";
export type * from "./types.js";
export { validateBatch, validatePlan } from "./validate.js";
