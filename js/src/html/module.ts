// The wasm module `html`: parser and policy. It keeps nothing between calls.

import { wasmSource } from "#env";
import * as glue from "../../generated/html.js";
import { CoreModule } from "../core/module.js";
import { offer } from "./engine.js";

/** The module `html`. */
export const html = /* @__PURE__ */ new CoreModule(
  "html",
  glue,
  // Bundlers find the file by exactly this form.
  () => wasmSource("html", () => new URL("../html.wasm", import.meta.url)),
  (module) => offer("html", module),
);
