// Loads the package that is measured.
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const INSTALLED = fileURLToPath(new URL("../../tests/node_modules/vitrine", import.meta.url));

/**
 * The folder of the package to measure.
 * @param {string | undefined} directory an unpacked package; without it the tests' own, built anew if a source has changed
 */
export async function locatePackage(directory) {
  if (directory !== undefined) return resolve(directory);
  const { build } = await import("../../scripts/build.mjs");
  await build();
  return INSTALLED;
}

/** One entry of that package (`turns`, `html`; empty for the one of all), ready for use. */
export async function loadPackage(directory, module) {
  const manifest = join(await locatePackage(directory), "package.json");
  const vitrine = createRequire(manifest)(module ? `vitrine/${module}` : "vitrine");
  await vitrine.init();
  return vitrine;
}
