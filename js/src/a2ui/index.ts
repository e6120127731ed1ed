// All that the a2ui room offers, as the namespace `a2ui`.

export type * from "./client-sim.js";
export { ClientSim } from "./client-sim.js";
export type * from "./contents.js";
export { decodeContents, encodeContents, encodeUpdates } from "./contents.js";
export type * from "./errors.js";
export { createErrorRegistry, errorRegistry } from "./errors.js";
export type * from "./ingress.js";
export { createIngress } from "./ingress.js";
export type * from "./jsonl.js";
export { JsonlParser } from "./jsonl.js";
export type * from "./types.js";
export type * from "./validator.js";
export { createValidator } from "./validator.js";
