// Where logs are kept.

export { indexedDbLogStore } from "./indexed-db.js";
export { memoryLogStore } from "./memory.js";
export { turnsLogStore } from "./turns.js";
