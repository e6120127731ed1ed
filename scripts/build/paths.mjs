// Where things are, for every step.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root, Stop } from "../lib/process.mjs";

/** The built package. */
export const pkg = join(root, "pkg");
/** The package's TypeScript. */
export const js = join(root, "js");
/** What steps hand to later ones. */
export const work = join(root, "target/build");
/** The packed package. */
export const tarball = join(root, "target/npm/vitrine.tgz");

/** The one version of everything here, from Cargo.toml. */
export function version() {
  const [, shared = ""] = readFileSync(join(root, "Cargo.toml"), "utf8").split("[workspace.package]");
  const found = shared.match(/^version = "([^"]+)"/m);
  if (!found) throw new Stop('Cargo.toml has no version: expected version = "X.Y.Z" under [workspace.package]');
  return found[1];
}
