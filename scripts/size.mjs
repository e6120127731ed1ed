#!/usr/bin/env node
// How much an import of the package makes a browser load, in brotli: its modules, and the wasm files they name.
//
//   node scripts/size.mjs [--json]

import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { pkg } from "./build/paths.mjs";
import { brotli } from "./build/steps.mjs";

/** The files that the module at `path` brings with it, itself among them. */
function loaded(path, files = new Set()) {
  if (files.has(path)) return files;
  files.add(path);
  if (!path.endsWith(".js")) return files;
  const code = readFileSync(path, "utf8");
  const names = [
    ...code.matchAll(/\b(?:from|import)\s*"(\.[^"]+)"/g),
    ...code.matchAll(/new URL\("([^"]+)",\s*import\.meta\.url\)/g),
  ];
  for (const [, name] of names) loaded(join(dirname(path), name), files);
  return files;
}

const { exports } = JSON.parse(readFileSync(join(pkg, "package.json"), "utf8"));
const sizes = {};
for (const [entry, target] of Object.entries(exports)) {
  // Files, and entries that no browser loads.
  if (!target.default) continue;
  const files = [...loaded(join(pkg, target.default.default))].map((path) => [relative(pkg, path), brotli(path)]);
  sizes[entry.replace(/^\.(?=\/)/, "")] = Object.fromEntries(files);
}

const sum = (files) => Object.values(files).reduce((total, size) => total + size, 0);
if (process.argv.includes("--json")) {
  console.log(
    JSON.stringify({ brotli: Object.fromEntries(Object.entries(sizes).map(([entry, files]) => [entry, sum(files)])) }),
  );
} else {
  for (const [entry, files] of Object.entries(sizes)) {
    console.log(`${entry.padEnd(24)} ${sum(files).toLocaleString("en").padStart(8)} bytes in brotli`);
    for (const [path, size] of Object.entries(files))
      console.log(`  ${path.padEnd(22)} ${size.toLocaleString("en").padStart(8)}`);
  }
}
