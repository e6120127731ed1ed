// Something of this room in the memory of the module `ui`.

import type * as glue from "../../generated/ui.js";
import { Handle as CoreHandle } from "../core/handle.js";
import { ui } from "../uicp/module.js";

/** A class of the core, with what its instances need to be used and freed safely. */
export class Handle<Core extends { free(): void }> extends CoreHandle<typeof glue, Core> {
  constructor(what: string, make: (bindings: typeof glue) => Core) {
    super(ui, what, make);
  }
}
