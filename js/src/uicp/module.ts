// The wasm module `ui`: batches of operations, and all of the html room.

import { wasmSource } from "#env";
import * as glue from "../../generated/ui.js";
import { CoreModule } from "../core/module.js";
import { offer } from "../html/engine.js";

/** The module `ui`. */
export const ui = /* @__PURE__ */ new CoreModule(
  "ui",
  glue,
  // Bundlers find the file by exactly this form.
  () => wasmSource("ui", () => new URL("../ui.wasm", import.meta.url)),
  (module) => offer("ui", module),
);
