// The wasm module `html`: parser and policy. It keeps nothing between calls.

import { htmlSource } from "#env";
import * as glue from "../../generated/html.js";
import { CoreModule } from "../core/module.js";

/** The module `html`. */
export const html = /* @__PURE__ */ new CoreModule("html", glue, htmlSource);
