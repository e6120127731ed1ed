// All that is Node's alone.

export {
  type AppendOptions,
  type BatchEntry,
  type PushedTurn,
  type ReadOptions,
  type WireCall,
  WireClient,
} from "./client.js";
export type { Appended } from "./messages.js";
export type { WireOptions } from "./options.js";
export type { Zstd } from "./zstd.js";
