// From js/ to JavaScript and types: bundled modules for browsers, CommonJS for Node, declarations for both.
//
// Node gets CommonJS alone, and its ES modules are wrappers of that: `import` and `require` share one wasm instance.

import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, sep } from "node:path";
import * as esbuild from "esbuild";
import { must, root, Stop } from "../lib/process.mjs";
import { js, pkg, version, work } from "./paths.mjs";
import { filesUnder } from "./steps.mjs";

/** The entries for everybody: the name in pkg/ and the source. */
const ENTRIES = {
  index: "src/index.ts",
  turns: "src/entries/turns.ts",
  html: "src/entries/html.ts",
  state: "src/entries/state.ts",
};
/** With those for Node alone, of which nothing goes into the modules for browsers. */
const NODE_ENTRIES = { ...ENTRIES, node: "src/entries/node.ts" };

/** Bundles, transpiles and declares. */
export async function bundle(steps) {
  const inputs = ["src", "generated", "package.json", "tsconfig.json"].map((path) => join(js, path));
  const settings = { version: version() };
  const at = (...paths) => paths.map((path) => join(pkg, path));

  const entries = Object.keys(ENTRIES);
  const esm = at(...entries.map((name) => `esm/${name}.js`));
  await steps.step("package: modules for browsers", { inputs, settings, outputs: esm, sizes: esm }, forBrowsers);
  await steps.step("package: CommonJS for Node", { inputs, settings, outputs: at("cjs/package.json") }, forNode);
  await steps.step("package: types", { inputs, outputs: at("types/src/index.d.ts", "cjs/src/index.d.ts") }, declare);
  const wrappers = Object.keys(NODE_ENTRIES).map((name) => `node/${name}.mjs`);
  await steps.step("package: ES modules for Node", { inputs: at("cjs"), outputs: at(...wrappers) }, wrap);
}

const common = () => ({
  target: "es2022",
  sourcemap: true,
  legalComments: "none",
  logLevel: "warning",
  define: { __VITRINE_VERSION__: JSON.stringify(version()) },
});

async function forBrowsers() {
  const outdir = join(pkg, "esm");
  rmSync(outdir, { recursive: true, force: true });
  const entryPoints = Object.fromEntries(Object.entries(ENTRIES).map(([name, path]) => [name, join(js, path)]));
  await esbuild.build({
    ...common(),
    entryPoints,
    outdir,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "browser",
    minify: true,
  });
}

async function forNode() {
  const outdir = join(pkg, "cjs");
  rmSync(outdir, { recursive: true, force: true });
  const entryPoints = ["src", "generated"]
    .flatMap((folder) => filesUnder(join(js, folder)))
    .filter((path) => /(?<!\.d)\.[jt]s$/.test(path) && !path.endsWith(join("env", "web.ts")));
  // A wasm file's address is asked for in browsers alone.
  const logOverride = { "empty-import-meta": "silent" };
  const plugins = [fileByFile, builtins, hidden];
  const shape = { outbase: js, bundle: true, plugins, format: "cjs", platform: "node", logOverride };
  await esbuild.build({ ...common(), ...shape, entryPoints, outdir });
  writeFileSync(join(outdir, "package.json"), '{ "type": "commonjs" }\n');
}

/** Leaves every import as it is, but for `#env`, which is a file of this folder. */
const fileByFile = {
  name: "file-by-file",
  setup({ onResolve }) {
    const env = join(js, "src/env/node.js");
    onResolve({ filter: /^#env$/ }, ({ importer }) => {
      const path = relative(dirname(importer), env).replaceAll(sep, "/");
      return { path: path.startsWith(".") ? path : `./${path}`, external: true };
    });
    onResolve({ filter: /^\./ }, ({ path }) => ({ path, external: true }));
  },
};

/**
 * Node's own modules, as Node gives them to anyone: a bundler that makes an ES module of a whole server refuses `require`.
 * Node before 20.16 has it only.
 */
const builtins = {
  name: "builtins",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:/ }, ({ path, namespace }) =>
      namespace === "builtin" ? { path, external: true } : { path, namespace: "builtin" },
    );
    onLoad({ filter: /./, namespace: "builtin" }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule?.("${path}") ?? require("${path}");`,
    }));
  },
};

/** Globals that surroundings of Node's hide, as Jest's jsdom does: the files that use one import it. */
const hidden = {
  name: "hidden",
  setup({ onLoad }) {
    onLoad({ filter: /\.[jt]s$/ }, ({ path }) => {
      const text = readFileSync(path, "utf8");
      const names = ["TextDecoder", "TextEncoder"].filter((name) => text.includes(`new ${name}(`));
      // On the first line, so that each line keeps its number.
      const contents = `import { ${names.join(", ")} } from "node:util"; ${text}`;
      return names.length === 0 ? undefined : { contents, loader: path.endsWith(".ts") ? "ts" : "js" };
    });
  },
};

async function wrap() {
  const outdir = join(pkg, "node");
  rmSync(outdir, { recursive: true, force: true });
  mkdirSync(outdir, { recursive: true });
  const require = createRequire(import.meta.url);
  for (const [name, source] of Object.entries(NODE_ENTRIES)) {
    const path = `../cjs/${source.replace(/\.ts$/, ".js")}`;
    const names = Object.keys(require(join(outdir, path))).sort();
    const lines = names.map((each) => `export const ${each} = entry.${each};`);
    writeFileSync(join(outdir, `${name}.mjs`), `import entry from "${path}";\n\n${lines.join("\n")}\n`);
  }
}

async function declare() {
  const out = join(work, "types");
  rmSync(out, { recursive: true, force: true });
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const options = ["--noEmit", "false", "--emitDeclarationOnly", "--outDir", out];
  await must("types", process.execPath, [tsc, "-p", join(js, "tsconfig.json"), ...options]);
  // The compiler reads the glue's own declarations and does not write them again.
  const glue = filesUnder(join(js, "generated")).filter((path) => path.endsWith(".d.ts"));
  for (const path of glue) cpSync(path, join(out, relative(js, path)));
  // Beside the CommonJS files they speak of CommonJS; in a folder of their own, of ES modules.
  rmSync(join(pkg, "types"), { recursive: true, force: true });
  for (const path of filesUnder(out)) {
    if (/[\\/]env[\\/]/.test(path)) continue;
    const text = readFileSync(path, "utf8");
    if (text.includes("#env")) throw new Stop(`${path} shows "#env", which only this package can resolve`);
    for (const folder of ["types", "cjs"]) {
      const declaration = join(pkg, folder, relative(out, path));
      mkdirSync(dirname(declaration), { recursive: true });
      // What bytes stand in, compilers before TypeScript 5.7 do not read.
      writeFileSync(declaration, text.replace(/(?<=Array|ArrayBufferView)<ArrayBuffer(Like)?>/g, ""));
    }
  }
}
