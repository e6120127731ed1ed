// From the crate to pkg/*.wasm and the glue that js/ imports: cargo, wasm-bindgen, wasm-opt.

import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, homedir } from "node:os";
import { join } from "node:path";
import { must, root, Stop } from "../lib/process.mjs";
import { wasmBindgen, wasmCargo } from "../setup.mjs";
import { js, pkg, version, work } from "./paths.mjs";

/** The wasm modules: each is the crate with one feature, so that no class exists in two of them. */
const MODULES = [
  // Less is copied to where it is called than compilers do by default (225): 1 KB in brotli, at the same speed; what must
  // be copied says so itself.
  { name: "turns", features: ["turns", "wasm"], flags: ["-Cllvm-args=-inline-threshold=75"] },
  { name: "html", features: ["html", "wasm"] },
  // For Node alone, where that has no zstd.
  { name: "zstd", features: ["zstd", "wasm"] },
  { name: "ui", features: ["ui", "wasm"] },
  { name: "state", features: ["state", "wasm"] },
];

/** How a module is compiled beyond what holds for all: what is compiled beside it with others starts from nothing. */
export const flagsOf = (name) => MODULES.find((module) => module.name === name)?.flags ?? [];

// What the code is allowed to use, and so what wasm-opt must know. Every engine that has SIMD has the rest.
const WASM_FEATURES = [
  "simd",
  "bulk-memory",
  "bulk-memory-opt",
  "call-indirect-overlong",
  "multivalue",
  "mutable-globals",
  "nontrapping-float-to-int",
  "reference-types",
  "sign-ext",
];

/** Modules that are built at once. The last and longest part of a compilation runs on one core. */
const AT_ONCE = Math.min(2, availableParallelism());

/** Builds every module that is out of date. */
export async function wasm(steps) {
  // The longest first, so that none is left alone at the end.
  const waiting = [...MODULES].reverse();
  const builders = Array.from({ length: AT_ONCE }, async () => {
    for (let module = waiting.shift(); module; module = waiting.shift()) {
      await build(steps, module).catch((error) => {
        waiting.length = 0;
        throw error;
      });
    }
  });
  await Promise.all(builders);
}

async function build(steps, { name, features, flags = [] }) {
  // A folder a module: cargo gives the crate's library one name whatever its features, so that in a folder of all
  // modules one would be linked with the other's.
  const target = join(root, "target/wasm", name);
  const compiled = join(target, "wasm32-unknown-unknown/release/vitrine.wasm");
  const kept = join(work, `${name}.wasm`);
  const crate = ["src", "Cargo.toml", "Cargo.lock"].map((path) => join(root, path));

  const settings = { ...wasmCargo(), flags };
  await steps.step(`${name}: compile`, { inputs: crate, settings, outputs: [kept] }, async () => {
    await compile({ name, manifest: join(root, "Cargo.toml"), features, flags, target });
    mkdirSync(work, { recursive: true });
    cpSync(compiled, kept);
  });

  const glue = join(js, "generated");
  const bound = join(work, `${name}-bound`);
  const outputs = [join(bound, `${name}_bg.wasm`), join(glue, `${name}.js`), join(glue, `${name}.d.ts`)];
  await steps.step(`${name}: bind`, { inputs: [kept, wasmBindgen()], outputs }, async () => {
    await bind({ name, input: kept, out: bound });
    mkdirSync(glue, { recursive: true });
    writeFileSync(join(glue, `${name}.d.ts`), withoutLoaderTypes(readFileSync(join(bound, `${name}.d.ts`), "utf8")));
    writeFileSync(join(glue, `${name}.js`), withoutLoader(readFileSync(join(bound, `${name}.js`), "utf8")));
  });

  const shipped = join(pkg, `${name}.wasm`);
  const stamped = { version: version() };
  await steps.step(
    `${name}: optimise`,
    { inputs: [outputs[0]], settings: stamped, outputs: [shipped], sizes: [shipped] },
    async () => {
      mkdirSync(pkg, { recursive: true });
      const flags = WASM_FEATURES.map((feature) => `--enable-${feature}`);
      const tool = join(root, "node_modules/binaryen/bin/wasm-opt");
      await must(`${name}-wasm-opt`, process.execPath, [tool, ...flags, "-O3", outputs[0], "-o", shipped]);
      stamp(shipped, name);
    },
  );
}

/** The glue without its own way to fetch a module, of which the package has a better one. */
function withoutLoader(glue) {
  const exported = "export { initSync, __wbg_init as default };";
  if (!glue.includes(exported)) throw new Stop(`expected the glue to end with ${exported}, found another end`);
  return glue.replace(exported, "export { initSync };");
}

/** The same of its declarations, which name types that a program outside of browsers may not have. */
function withoutLoaderTypes(declarations) {
  const [exports, loader] = declarations.split("export type InitInput =");
  if (!loader?.includes("export function initSync("))
    throw new Stop("expected the glue to declare InitInput and initSync");
  return `${exports}export function initSync(options: { module: WebAssembly.Module }): unknown;\n`;
}

/** Compiles a crate's library for wasm32, at its best speed. `name` is what its log is called by. */
export async function compile({ name, manifest, features = [], flags: more = [], target }) {
  const { command, args } = wasmCargo();
  const cargoHome = process.env.CARGO_HOME ?? join(homedir(), ".cargo");
  const sources = join(cargoHome, "registry/src");
  const registries = existsSync(sources) ? readdirSync(sources) : [];
  const flags = [
    "-Ctarget-feature=+simd128",
    // Panic messages name source files; those of a builder's home are nobody's business, nor is the registry.
    `--remap-path-prefix=${cargoHome}=cargo`,
    ...registries.map((name) => `--remap-path-prefix=${join(sources, name)}=cargo`),
    `--remap-path-prefix=${root}=vitrine`,
    ...more,
  ];
  const env = { ...process.env, CARGO_ENCODED_RUSTFLAGS: flags.join("\x1f"), CARGO_TARGET_DIR: target };
  const choice = features.length === 0 ? [] : ["--no-default-features", "--features", features.join(",")];
  const what = ["build", "--release", "--lib", "--target", "wasm32-unknown-unknown", "--manifest-path", manifest];
  await must(`${name}-compile`, command, [...args, ...what, ...choice], { env });
}

/** Writes NAME.js, NAME.d.ts and NAME_bg.wasm into `out`. */
export async function bind({ name, input, out }) {
  rmSync(out, { recursive: true, force: true });
  await must(`${name}-bindgen`, wasmBindgen(), [input, out, name]);
}

/** Adds the custom section by which a package knows its own wasm file: "NAME VERSION". */
export function stamp(path, name) {
  const text = (value) => [Buffer.byteLength(value), ...Buffer.from(value)];
  const content = [...text("vitrine"), ...Buffer.from(`${name} ${version()}`)];
  writeFileSync(path, Buffer.concat([readFileSync(path), Buffer.from([0, content.length, ...content])]));
}
