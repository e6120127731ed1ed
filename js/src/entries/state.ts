// The entry `vitrine/state`: the state room alone. Its module is the one that `.` uses.

import type { Source, SyncSource } from "../core/source.js";
import { packageVersion } from "../core/version.js";
import { state } from "../state/module.js";

export * from "../core/index.js";
export * from "../state/index.js";

/** Loads state.wasm, from beside the package or from `source`. May be called any number of times. */
export function init(source?: Source): Promise<void> {
  return state.init(source);
}

/** Loads state.wasm from what is at hand. */
export function initSync(source: SyncSource): void {
  state.initSync(source);
}

/** Gives the module a fresh instance, after a VitrinePanicError. What was made with the old one is lost. */
export async function reinit(): Promise<void> {
  state.reinit();
}

/** The versions of the package and of the core in its wasm file. They are equal; `init` saw to it. */
export function version(): { package: string; core: string } {
  return { package: packageVersion, core: state.call((glue) => glue.version()) };
}
