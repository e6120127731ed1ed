// Loads the built package, building it first when it is missing or older than its sources.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const INSTALLED = join(ROOT, "tests/node_modules/vitrine");
const TARBALL = join(ROOT, "target/npm/vitrine.tgz");
const SOURCES = ["src", "js/src", "pkg-templates", "Cargo.toml", "Cargo.lock"];

/** The package's turns module, ready for use. */
export async function loadPackage(directory) {
  if (directory === undefined) buildIfStale();
  const manifest = join(directory === undefined ? INSTALLED : resolve(directory), "package.json");
  const vitrine = createRequire(manifest)("vitrine/turns");
  await vitrine.init();
  return vitrine;
}

function buildIfStale() {
  const built = existsSync(TARBALL) && existsSync(INSTALLED) ? statSync(TARBALL).mtimeMs : 0;
  if (SOURCES.every((source) => newest(join(ROOT, source)) <= built)) return;
  console.error("the package is missing or older than its sources: building it");
  const { status } = spawnSync(process.execPath, [join(ROOT, "scripts/build.mjs")], {
    cwd: ROOT,
    stdio: ["ignore", 2, 2],
  });
  if (status !== 0) throw new Error("the build failed; run `npm run build` to see why, or pass --pkg DIR");
}

function newest(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return readdirSync(path).reduce((latest, name) => Math.max(latest, newest(join(path, name))), 0);
}
