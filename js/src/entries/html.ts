// The entry `vitrine/html`: the html room alone, with a module of its own. Where `.` has loaded `ui`, that does the work.

import type { Source, SyncSource } from "../core/source.js";
import { packageVersion } from "../core/version.js";
import { engine } from "../html/engine.js";
import { html } from "../html/module.js";

export * from "../core/index.js";
export * from "../html/index.js";

/** Loads html.wasm, from beside the package or from `source`. May be called any number of times. */
export function init(source?: Source): Promise<void> {
  return html.init(source);
}

/** Loads html.wasm from what is at hand. */
export function initSync(source: SyncSource): void {
  html.initSync(source);
}

/** Gives the module a fresh instance, after a VitrinePanicError. What was made with the old one is lost. */
export async function reinit(): Promise<void> {
  engine().reinit();
}

/** The versions of the package and of the core in its wasm file. They are equal; `init` saw to it. */
export function version(): { package: string; core: string } {
  return { package: packageVersion, core: engine().call((glue) => glue.version()) };
}
