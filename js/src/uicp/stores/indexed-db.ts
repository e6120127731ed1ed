// A log store in the browser's database.

import { requireString } from "../../core/arguments.js";
import { VitrineError } from "../../core/errors.js";
import type { LogStore } from "../adapter/types.js";
import type { Envelope } from "../types.js";

const LOGS = "logs";

/** A store that keeps the log under a name in this browser. Two adapters need two names. */
export function indexedDbLogStore(name: string): LogStore {
  requireString(name, "name of the log");
  const use = async <T>(mode: IDBTransactionMode, ask: (logs: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
    const database = await open();
    try {
      const transaction = database.transaction(LOGS, mode);
      const request = ask(transaction.objectStore(LOGS));
      await done(transaction);
      return request.result;
    } finally {
      database.close();
    }
  };
  return {
    load: async () => JSON.parse((await use<string | undefined>("readonly", (logs) => logs.get(name))) ?? "[]"),
    save: async (log: Envelope[]) => void (await use("readwrite", (logs) => logs.put(JSON.stringify(log), name))),
  };
}

async function open(): Promise<IDBDatabase> {
  if (typeof indexedDB === "undefined")
    throw new VitrineError("Unsupported", "There is no IndexedDB here. Use memoryLogStore or turnsLogStore.");
  const request = indexedDB.open("vitrine-uicp", 1);
  request.onupgradeneeded = () => request.result.createObjectStore(LOGS);
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("Another page holds an older version of the database open."));
  });
}

/** Waits until it is written, not only asked for. */
function done(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}
