// All that the turns room offers: the entry `vitrine/turns` is this and its own start, and so is a part of `.`.

export { TurnBatch } from "./batch.js";
export { type CallOptions, type ContextsQuery, type TurnsQuery, VitrineClient } from "./client.js";
export type { TurnValue } from "./content.js";
export { encodeTurn } from "./encode.js";
export { blake3 } from "./hash.js";
export type { HostOptions } from "./http.js";
export { projectPayload } from "./payload.js";
export { Registry } from "./registry.js";
export type * from "./types.js";
export type { RetryOptions } from "./waiting.js";
