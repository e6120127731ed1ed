// Loads the package that is measured.
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const INSTALLED = fileURLToPath(new URL("../../tests/node_modules/vitrine", import.meta.url));

/**
 * The package's turns module, ready for use.
 * @param {string | undefined} directory an unpacked package; without it the tests' own, built anew if a source has changed
 */
export async function loadPackage(directory) {
  if (directory === undefined) {
    const { build } = await import("../../scripts/build.mjs");
    await build();
  }
  const manifest = join(directory === undefined ? INSTALLED : resolve(directory), "package.json");
  const vitrine = createRequire(manifest)("vitrine/turns");
  await vitrine.init();
  return vitrine;
}
