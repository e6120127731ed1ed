// What has to be there before anything else: Node, cargo, a C compiler.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { output, root, Stop, which } from "../lib/process.mjs";
import { canInstall, install } from "./debian.mjs";

const NODE = 20;

export const basics = {
  name: "basics",
  title: "Node, cargo, C compiler",
  takes: "half a minute",
  probe() {
    const node = Number(process.versions.node.split(".")[0]);
    if (node < NODE) {
      throw new Stop(
        `Node ${NODE} or newer is needed; this is ${process.versions.node}. Install it from https://nodejs.org.`,
      );
    }
    const cargo = output("cargo", ["--version"])?.match(/^cargo (\d+)\.(\d+)\.(\d+)/);
    if (!cargo)
      throw new Stop("cargo is needed and was not found. Install Rust from https://rustup.rs, then run this again.");
    const wanted = rustVersion();
    if (Number(cargo[1]) === 1 && Number(cargo[2]) < wanted) {
      throw new Stop(`Rust 1.${wanted} or newer is needed; this is ${cargo[0]}. Run: rustup update stable`);
    }
    const compiler = which("cc", "gcc", "clang");
    if (!compiler) return undefined;
    return { found: `Node ${process.versions.node}, ${cargo[0]}`, node: process.execPath, compiler };
  },
  async install() {
    if (!canInstall()) {
      throw new Stop(
        "A C compiler is needed and none was found (cc, gcc or clang). Install one: build-essential on Debian and Ubuntu, gcc on Fedora, the Xcode command line tools on macOS (xcode-select --install).",
      );
    }
    await install("gcc", "libc6-dev");
  },
};

/** The minor version in `rust-version = "1.N"` of Cargo.toml. */
function rustVersion() {
  const manifest = readFileSync(join(root, "Cargo.toml"), "utf8");
  return Number(manifest.match(/^rust-version\s*=\s*"1\.(\d+)/m)?.[1] ?? 0);
}
