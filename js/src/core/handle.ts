// Something in the memory of a module, with what it needs to be used and freed safely.

import { VitrineError } from "./errors.js";
import type { CoreModule, Glue } from "./module.js";

/** An instance of one of the core's classes. */
export class Handle<G extends Glue, Core extends { free(): void }> {
  readonly #module: CoreModule<G>;
  readonly #what: string;
  readonly #core: Core;
  readonly #generation: number;
  #freed = false;

  /**
   * @param what the class that the package shows, for messages
   * @throws VitrineNotReadyError before `init()`
   */
  constructor(module: CoreModule<G>, what: string, make: (bindings: G) => Core) {
    this.#module = module;
    this.#what = what;
    this.#core = module.call(make);
    this.#generation = module.generation;
  }

  /** Whether there is something in a working instance. */
  get isLive(): boolean {
    return !this.#freed && this.#module.holds(this.#generation);
  }

  /**
   * Uses it.
   *
   * @throws VitrineError `StaleHandle` after `reinit()` or `free()`
   */
  call<T>(use: (core: Core) => T): T {
    this.#module.requireReady();
    this.#module.requireCurrent(this.#generation, this.#what);
    if (this.#freed) throw new VitrineError("StaleHandle", `This ${this.#what} was freed. Make another one.`);
    return this.#module.call(() => use(this.#core));
  }

  /** Gives its memory back; a second time does nothing. */
  free(): void {
    if (this.isLive) this.#core.free();
    this.#freed = true;
  }
}
