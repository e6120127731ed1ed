// The tool that makes glue of a compiled module: scripts/bindgen, which is wasm-bindgen's library at exactly the version
// that the crate was compiled with. The two share a private format and refuse each other otherwise.

import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { must, root, Stop, tools } from "../lib/process.mjs";

const SOURCE = join(root, "scripts/bindgen");
const TARGET = join(tools, "bindgen");
const STAMP = join(TARGET, "stamp");
const PATH = join(TARGET, "release", process.platform === "win32" ? "vitrine-bindgen.exe" : "vitrine-bindgen");

export const bindgen = {
  name: "wasm-bindgen",
  title: "wasm-bindgen",
  takes: "1 to 2 minutes",
  probe() {
    const version = lockedIn(SOURCE, "wasm-bindgen-cli-support");
    const wanted = lockedIn(root, "wasm-bindgen");
    if (version !== wanted)
      throw new Stop(
        `scripts/bindgen has wasm-bindgen ${version}: expected ${wanted}, which Cargo.lock names. Set it in scripts/bindgen/Cargo.toml, and run: cargo update --manifest-path scripts/bindgen/Cargo.toml`,
      );
    if (!existsSync(PATH) || !existsSync(STAMP) || readFileSync(STAMP, "utf8") !== stamp()) return undefined;
    return { found: version, path: PATH };
  },
  async install() {
    const args = ["build", "--release", "--locked", "--manifest-path", join(SOURCE, "Cargo.toml")];
    await must("wasm-bindgen", "cargo", [...args, "--target-dir", TARGET], { tries: 2 });
    writeFileSync(STAMP, stamp());
  },
};

/** The version of a package in a folder's lock file. */
function lockedIn(folder, name) {
  const lock = readFileSync(join(folder, "Cargo.lock"), "utf8");
  return lock.match(new RegExp(`^name = "${name}"\\r?\\nversion = "([^"]+)"`, "m"))?.[1];
}

/** What the tool is made of. */
function stamp() {
  const files = ["Cargo.toml", "Cargo.lock", "src/main.rs"];
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(join(SOURCE, file)));
  return hash.digest("hex");
}
