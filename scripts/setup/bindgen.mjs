// wasm-bindgen's command line tool, at exactly the version that the crate was compiled with: the two
// share a private format and refuse each other otherwise.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { logged, must, output, root, Stop, tools } from "../lib/process.mjs";

const PATH = join(tools, "bin", process.platform === "win32" ? "wasm-bindgen.exe" : "wasm-bindgen");

export const bindgen = {
  name: "wasm-bindgen",
  title: "wasm-bindgen-cli",
  takes: "2 to 4 minutes",
  probe() {
    const version = wanted();
    if (output(PATH, ["--version"]) !== `wasm-bindgen ${version}`) return undefined;
    return { found: version, path: PATH };
  },
  async install() {
    const args = ["install", "wasm-bindgen-cli", "--version", wanted(), "--root", tools, "--force"];
    const { code } = await logged("wasm-bindgen-cli-locked", "cargo", [...args, "--locked"]);
    if (code === 0) return;
    // A mirror of the registry can lack a release that the tool's lock file names. The tool's own
    // version stays exact either way; only what lies under it may differ.
    console.log("      not to be had with its own lock file; resolving its dependencies afresh");
    await must("wasm-bindgen-cli", "cargo", args, { tries: 2 });
  },
};

/** The version in Cargo.lock, or the exact pin in Cargo.toml where nothing is locked yet. */
function wanted() {
  const lock = join(root, "Cargo.lock");
  const locked =
    existsSync(lock) && readFileSync(lock, "utf8").match(/name = "wasm-bindgen"\r?\nversion = "([^"]+)"/)?.[1];
  const pinned = () => readFileSync(join(root, "Cargo.toml"), "utf8").match(/^wasm-bindgen\s*=.*"=([\d.]+)"/m)?.[1];
  const version = locked || pinned();
  if (!version)
    throw new Stop('Cargo.lock names no wasm-bindgen and Cargo.toml does not pin it: expected wasm-bindgen = "=X.Y.Z"');
  return version;
}
