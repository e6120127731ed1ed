// The package with a core that panics when told to: the same crate and one function more, bound and optimised by the
// build's own steps, in a copy of the built package. The shipped wasm has no such function.

import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { transformSync } from "esbuild";
import { pkg } from "../../../scripts/build/paths.mjs";
import { bind, compile, flagsOf, stamp } from "../../../scripts/build/wasm.mjs";
import { root } from "../../../scripts/lib/process.mjs";

// With the crate's own profile and in the build's own folder, so that only the crate itself is compiled once more.
const [, profile] = readFileSync(join(root, "Cargo.toml"), "utf8").split("[profile.release]");

const MANIFEST = `
[package]
name = "panic-probe"
version = "0.0.0"
edition = "2021"
[workspace]
[lib]
crate-type = ["cdylib"]
path = "lib.rs"
[dependencies]
vitrine = { path = ${JSON.stringify(root)}, default-features = false, features = ["turns", "wasm"] }
wasm-bindgen = "*"
[profile.release]${profile.split("\n[")[0]}
`;

const SOURCE = `
use vitrine as _;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
pub fn panic_probe(words: &str) {
    panic!("{words}");
}
`;

/** The entry of such a package, and its module's `call`. The folder goes when the test `t` ends. */
export async function packageWithProbe(t) {
  const crate = join(root, "target/panic-probe");
  mkdirSync(crate, { recursive: true });
  writeFileSync(join(crate, "Cargo.toml"), MANIFEST);
  writeFileSync(join(crate, "lib.rs"), SOURCE);
  // The same versions of everything.
  copyFileSync(join(root, "Cargo.lock"), join(crate, "Cargo.lock"));
  const target = join(root, "target/wasm/turns");
  await compile({ name: "panic-probe", manifest: join(crate, "Cargo.toml"), flags: flagsOf("turns"), target });
  const bound = join(crate, "bound");
  const input = join(target, "wasm32-unknown-unknown/release/panic_probe.wasm");
  await bind({ name: "turns", input, out: bound });

  const folder = mkdtempSync(join(tmpdir(), "vitrine-probe-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(pkg, folder, { recursive: true });
  copyFileSync(join(bound, "turns_bg.wasm"), join(folder, "turns.wasm"));
  stamp(join(folder, "turns.wasm"), "turns");
  const { code } = transformSync(readFileSync(join(bound, "turns.js"), "utf8"), { format: "cjs" });
  writeFileSync(join(folder, "cjs/generated/turns.js"), code);

  const require = createRequire(join(folder, "package.json"));
  return { vitrine: require("./cjs/src/index.js"), turns: require("./cjs/src/turns/module.js").turns };
}
