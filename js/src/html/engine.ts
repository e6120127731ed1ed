// Which wasm module does the html room's work: `ui`, which has all of `html` in it, where that is loaded. Each offers
// itself when it is loaded, so that an entry brings along only the module that it loads itself.

import type * as glue from "../../generated/html.js";
import { VitrineNotReadyError } from "../core/errors.js";
import type { CoreModule, Glue } from "../core/module.js";

/** What the html room calls. */
type Html = Glue &
  Pick<typeof glue, "html_input" | "html_sanitize" | "html_render" | "html_removed" | "shared_memory" | "version">;

/** A module that has the html room. */
export type Engine = Pick<CoreModule<Html>, "call" | "requireReady" | "reinit">;

const offered: { html?: Engine; ui?: Engine } = {};

/** To be called when the module is loaded. */
export function offer(name: keyof typeof offered, module: Engine): void {
  offered[name] = module;
}

/**
 * The module to call.
 *
 * @throws VitrineNotReadyError before one was loaded
 */
export function engine(): Engine {
  const found = offered.ui ?? offered.html;
  if (!found) throw new VitrineNotReadyError("html", "ui");
  return found;
}
