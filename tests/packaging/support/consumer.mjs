// A TypeScript program that uses the packed package, compiled in the ways in which programs find their modules.

import { join } from "node:path";
import { project, root, run } from "./project.mjs";

const tsc = join(root, "node_modules/typescript/bin/tsc");

/** What holds for all, unless a test says otherwise. */
const STRICT = { strict: true, noEmit: true, skipLibCheck: false, target: "ES2022", lib: ["ES2022", "DOM"], types: [] };

/** Compiles a program as an ES module, as CommonJS and for a bundler: a test inside of `t` for each. */
export async function compiles(t, program, options = {}) {
  const config = (own, file) => JSON.stringify({ compilerOptions: { ...STRICT, ...options, ...own }, files: [file] });
  const folder = await project(t, {
    "esm.mts": program,
    "cjs.cts": program,
    "bundled.ts": program,
    "nodenext-esm.json": config({ module: "NodeNext" }, "esm.mts"),
    "nodenext-cjs.json": config({ module: "NodeNext" }, "cjs.cts"),
    "bundler.json": config({ module: "ESNext", moduleResolution: "bundler" }, "bundled.ts"),
  });
  for (const name of ["nodenext-esm", "nodenext-cjs", "bundler"]) {
    await t.test(name, () => run(folder, process.execPath, [tsc, "-p", `${name}.json`]));
  }
}
