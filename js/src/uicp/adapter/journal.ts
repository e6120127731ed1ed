// Keeps the log in its store.

import type { Envelope, LogStore } from "./types.js";

/** The log is saved when this many milliseconds have passed since it changed. */
const DELAY = 250;

/** Saves a log, never two at a time. */
export class Journal {
  readonly #store: LogStore;
  readonly #read: () => Envelope[];
  readonly #failed: (error: unknown) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #saving = Promise.resolve();

  constructor(store: LogStore, read: () => Envelope[], failed: (error: unknown) => void) {
    this.#store = store;
    this.#read = read;
    this.#failed = failed;
  }

  /** The log may have changed. */
  changed(): void {
    this.#timer ??= setTimeout(() => this.save(), DELAY);
  }

  /** Saves now. */
  save(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const log = this.#read();
    this.#saving = this.#saving.then(() => this.#store.save(log)).catch(this.#failed);
  }

  /** Saves what was not saved yet. */
  close(): void {
    if (this.#timer !== undefined) this.save();
  }
}
