// Keeps the log in its store.

import type { Core } from "./core.js";
import type { LogStore } from "./types.js";

/** The log is saved when this many milliseconds have passed since it changed. */
const DELAY = 250;

/** Saves a log, never two at a time. */
export class Journal {
  readonly #store: LogStore;
  readonly #core: Core;
  readonly #failed: (error: unknown) => void;
  #saved = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #saving = Promise.resolve();

  constructor(store: LogStore, core: Core, failed: (error: unknown) => void) {
    this.#store = store;
    this.#core = core;
    this.#failed = failed;
  }

  /** The log may have changed. */
  look(): void {
    if (this.#core.logChanges() !== this.#saved) this.#timer ??= setTimeout(() => this.#save(), DELAY);
  }

  /** Saves what was not saved yet. */
  close(): void {
    this.look();
    if (this.#timer !== undefined) this.#save();
  }

  #save(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    try {
      this.#saved = this.#core.logChanges();
      const log = this.#core.log();
      this.#saving = this.#saving.then(() => this.#store.save(log)).catch(this.#failed);
    } catch (error) {
      // The module may have stopped since the log changed, or begun anew.
      this.#failed(error);
    }
  }
}
