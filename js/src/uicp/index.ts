// All that the uicp room offers.

export { createAdapter } from "./adapter/adapter.js";
export type * from "./adapter/types.js";
export type { ApiCall, EffectKind, Intent } from "./effects/index.js";
export * from "./stores/index.js";
