// A log store in memory: for tests, and for what is to be forgotten with the page.

import type { LogStore } from "../adapter/types.js";
import type { Envelope } from "../types.js";

/** A store that holds the log as long as it is referenced. */
export function memoryLogStore(): LogStore {
  // As text, so that nobody changes what is stored.
  let stored = "[]";
  return {
    load: async () => JSON.parse(stored) as Envelope[],
    save: async (log) => {
      stored = JSON.stringify(log);
    },
  };
}
