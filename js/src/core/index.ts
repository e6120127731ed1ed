// What every entry offers beside its room.

export { type ErrorFacts, RegistryConflictError, VitrineError, VitrineNotReadyError, VitrinePanicError } from "./errors.js";
export type { Source, SyncSource } from "./source.js";
