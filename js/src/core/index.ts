/// <reference lib="esnext.disposable" preserve="true" />
// What every entry offers beside its room. The reference is for programs whose own `lib` has no Symbol.dispose.

export {
  type ErrorFacts,
  RegistryConflictError,
  VitrineError,
  VitrineNotReadyError,
  VitrinePanicError,
} from "./errors.js";
export type * from "./platform.js";
export type { Source, SyncSource } from "./source.js";
