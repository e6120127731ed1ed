// Something of this room in the memory of the module `ui`.

import type * as glue from "../../generated/ui.js";
import { VitrineError } from "../core/errors.js";
import { ui } from "../uicp/module.js";

/** A class of the core, with what its instances need to be used and freed safely. */
export class Handle<Core extends { free(): void }> {
  readonly #what: string;
  readonly #core: Core;
  readonly #generation = ui.generation;
  #freed = false;

  /**
   * @param what the class that the package shows, for messages
   * @throws VitrineNotReadyError before `init()`
   */
  constructor(what: string, make: (bindings: typeof glue) => Core) {
    this.#what = what;
    this.#core = ui.call(make);
  }

  /**
   * Uses it.
   *
   * @throws VitrineError `StaleHandle` after `reinit()` or `free()`
   */
  call<T>(use: (core: Core) => T): T {
    if (this.#freed) throw new VitrineError("StaleHandle", `This ${this.#what} was freed. Make another one.`);
    ui.requireReady();
    ui.requireCurrent(this.#generation, this.#what);
    return ui.call(() => use(this.#core));
  }

  /** Gives its memory back; a second time does nothing. */
  free(): void {
    if (!this.#freed && ui.holds(this.#generation)) this.#core.free();
    this.#freed = true;
  }
}
