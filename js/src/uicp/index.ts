// All that the uicp room offers.

export { hintFor, UICPValidationError } from "./errors.js";
export type { UICPIssue } from "./issues.js";
export type * from "./types.js";
export { validateBatch, validatePlan } from "./validate.js";
