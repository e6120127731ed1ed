// The wasm module `turns`: registry, projection, BLAKE3.

import { turnsSource } from "#env";
import * as glue from "../../generated/turns.js";
import { CoreModule } from "../core/module.js";

/** The module `turns`. */
export const turns = /* @__PURE__ */ new CoreModule("turns", glue, turnsSource);
