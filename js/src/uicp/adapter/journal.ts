// Keeps the log in its store.

import type { Core } from "./core.js";
import type { LogStore } from "./types.js";

/** The log is saved when this many milliseconds have passed since it changed. */
const DELAY = 250;
/** What could not be saved is tried again after this many milliseconds, where nothing changes before. */
const AGAIN = 5000;

/** Saves a log, never two at a time. */
export class Journal {
  readonly #store: LogStore;
  readonly #core: Core;
  readonly #failed: (error: unknown) => void;
  #saved = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #saving = Promise.resolve();
  #held = false;
  #closed = false;

  constructor(store: LogStore, core: Core, failed: (error: unknown) => void) {
    this.#store = store;
    this.#core = core;
    this.#failed = failed;
  }

  /** The log may have changed. */
  look(delay = DELAY): void {
    if (this.#held || this.#core.logChanges() === this.#saved) return;
    this.#timer ??= setTimeout(() => this.#save(), delay);
  }

  /** Saves nothing from here on: what is stored could not be read, and is not to be lost. */
  hold(): void {
    this.#held = true;
  }

  /** Saves again: what is stored counts for nothing any more. */
  release(): void {
    this.#held = false;
    this.#saved = -1;
  }

  /** Saves what was not saved yet. */
  close(): void {
    this.#closed = true;
    // Without a module there is nothing to save, but for what was to be saved when it went: that is told.
    if (!this.#held && (this.#core.isWhole || this.#timer !== undefined)) this.#save();
  }

  #save(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    try {
      const changes = this.#core.logChanges();
      if (changes === this.#saved) return;
      this.#saved = changes;
      const log = this.#core.log();
      this.#saving = this.#saving.then(() => this.#store.save(log)).catch((error) => this.#unsaved(error));
    } catch (error) {
      // The module may have stopped since the log changed, or begun anew.
      this.#failed(error);
    }
  }

  #unsaved(error: unknown): void {
    this.#failed(error);
    this.#saved = -1;
    try {
      if (!this.#closed) this.look(AGAIN);
    } catch {
      // The module has stopped, which others tell.
    }
  }
}
