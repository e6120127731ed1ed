// The wasm module `turns`: registry, projection, BLAKE3.

import { wasmSource } from "#env";
import * as glue from "../../generated/turns.js";
import { CoreModule } from "../core/module.js";

/** The module `turns`. */
export const turns = /* @__PURE__ */ new CoreModule("turns", glue, () =>
  // Bundlers find the file by exactly this form.
  wasmSource("turns", () => new URL("../turns.wasm", import.meta.url)),
);
