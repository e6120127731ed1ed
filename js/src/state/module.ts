// The wasm module `state`: the state document.

import { wasmSource } from "#env";
import * as glue from "../../generated/state.js";
import { CoreModule } from "../core/module.js";

/** The module `state`. */
export const state = /* @__PURE__ */ new CoreModule("state", glue, () =>
  // Bundlers find the file by exactly this form.
  wasmSource("state", () => new URL("../state.wasm", import.meta.url)),
);
