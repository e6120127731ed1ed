// The entry `vitrine/turns`: the turns room alone. Its module is the one that `.` uses.

import type { Source, SyncSource } from "../core/source.js";
import { packageVersion } from "../core/version.js";
import { turns } from "../turns/module.js";

export * from "../core/index.js";
export { createGateway, type GatewayOptions } from "../gateway/index.js";
export * from "../turns/index.js";

/** Loads turns.wasm, from beside the package or from `source`. May be called any number of times. */
export function init(source?: Source): Promise<void> {
  return turns.init(source);
}

/** Loads turns.wasm from what is at hand. */
export function initSync(source: SyncSource): void {
  turns.initSync(source);
}

/** Gives the module a fresh instance, after a VitrinePanicError. What was made with the old one is lost. */
export async function reinit(): Promise<void> {
  turns.reinit();
}

/** The versions of the package and of the core in its wasm file. They are equal; `init` saw to it. */
export function version(): { package: string; core: string } {
  return { package: packageVersion, core: turns.call((glue) => glue.version()) };
}
