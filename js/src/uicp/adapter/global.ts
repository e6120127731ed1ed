// The scope `global` in the hands of the page: what it held before, and where changes go.

import type { GlobalScope } from "./types.js";

/** The page's global scope, beside the values that the core holds. */
export class Global {
  readonly #scope: GlobalScope;
  readonly #set: (key: string, value: unknown) => void;
  readonly #failed: (error: unknown) => void;
  #loaded = false;

  constructor(scope: GlobalScope, set: (key: string, value: unknown) => void, failed: (error: unknown) => void) {
    this.#scope = scope;
    this.#set = set;
    this.#failed = failed;
  }

  /** Takes over what the page has: after a replay, so that what was logged does not come before what is. */
  load(): void {
    this.#guarded(() => {
      for (const [key, value] of this.#scope.load()) this.#set(key, value);
    });
    this.#loaded = true;
  }

  /** A value changed, or expired. */
  changed(key: string, value: unknown): void {
    if (this.#loaded) this.#guarded(() => this.#scope.save(key, value));
  }

  #guarded(does: () => void): void {
    try {
      does();
    } catch (error) {
      this.#failed(error);
    }
  }
}
