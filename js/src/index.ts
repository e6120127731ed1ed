// The entry `vitrine`: every room, and one start for their modules.

import { fieldsOf, found, kindOf } from "./core/arguments.js";
import { mismatch, VitrineError, VitrineNotReadyError } from "./core/errors.js";
import type { Source, SyncSource } from "./core/source.js";
import { packageVersion } from "./core/version.js";
import { state } from "./state/module.js";
import { turns } from "./turns/module.js";
import { ui } from "./uicp/module.js";

export * as a2ui from "./a2ui/index.js";
export * from "./core/index.js";
export { createGateway, type GatewayOptions } from "./gateway/index.js";
export * from "./html/index.js";
export * from "./state/index.js";
export * from "./turns/index.js";
export * from "./uicp/index.js";

/** The wasm modules by name. All that shows something is in `ui`. */
const MODULES = { turns, ui, state };

/** The name of a wasm module. */
export type ModuleName = keyof typeof MODULES;

/** What to load, and from where. */
export interface InitOptions {
  /** The modules to load; all of them without it. */
  modules?: ModuleName[];
  /** Where their files are, when not beside the package. */
  sources?: Partial<Record<ModuleName, Source>>;
}

/**
 * Loads the wasm modules, in parallel. May be called any number of times; what is loaded stays.
 *
 * @throws VitrineError `BadRequest` for what is no option, `Unsupported`, `Unreachable`, `BadModule`, `VersionMismatch`; each may be tried again.
 */
export async function init(options: InitOptions = {}): Promise<void> {
  const { modules = names(), sources: given = {} } = fieldsOf(options, "init");
  if (!Array.isArray(modules)) throw mismatch("BadRequest", "modules", "a list of names", kindOf(modules));
  const sources = fieldsOf(given, "sources");
  for (const name of Object.keys(sources)) moduleNamed(name);
  await Promise.all(modules.map((name) => moduleNamed(name).init(sources[name])));
}

/** Loads the modules whose files are given, at once: for workers, tests and Node. */
export function initSync(sources: Partial<Record<ModuleName, SyncSource>>): void {
  for (const [name, source] of Object.entries(fieldsOf(sources, "initSync"))) moduleNamed(name).initSync(source);
}

/** Gives every loaded module a fresh instance, after a VitrinePanicError. What was made with the old ones is lost. */
export async function reinit(): Promise<void> {
  const loaded = Object.values(MODULES).filter((module) => module.loaded);
  if (loaded.length === 0) throw new VitrineNotReadyError(names().join(", "));
  for (const module of loaded) module.reinit();
}

/** The versions of the package and of the core in its wasm files. They are equal; `init` saw to it. */
export function version(): { package: string; core: string } {
  const { turns, ui, state } = MODULES;
  const [loaded = turns] = [turns, ui, state].filter((module) => module.loaded);
  return { package: packageVersion, core: coreVersion(loaded) };
}

function coreVersion(module: { call<T>(use: (glue: { version(): string }) => T): T }): string {
  return module.call((glue) => glue.version());
}

function names(): ModuleName[] {
  return Object.keys(MODULES) as ModuleName[];
}

function moduleNamed(name: unknown) {
  if (typeof name === "string" && Object.hasOwn(MODULES, name)) return MODULES[name as ModuleName];
  throw new VitrineError("BadRequest", `No module is called ${found(name)}. There are: ${names().join(", ")}.`);
}
