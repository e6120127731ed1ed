// Promise: installed from its tarball, `vitrine/node` is there for `import` and `require` over the one instance, for Node
// alone, and `npx vitrine` runs.

import assert from "node:assert/strict";
import { join } from "node:path";
import test from "node:test";
import { build } from "esbuild";
import { project, run, runNode } from "./support/project.mjs";

const PROGRAM = `
import { createRequire } from "node:module";
import { WireClient, init, VitrineError } from "vitrine/node";
import * as turns from "vitrine/turns";
const cjs = createRequire(import.meta.url)("vitrine/node");
await cjs.init();
const client = new WireClient({ port: 1, retry: { attempts: 1 } });
const code = await client.head("1").catch((error) => (error instanceof turns.VitrineError ? error.code : "another class"));
client.close();
console.log(JSON.stringify({ same: cjs.WireClient === WireClient && turns.init === init && turns.VitrineError === VitrineError, code }));
`;

test("vitrine/node, both ways, and the command", async (t) => {
  const folder = await project(t, { "program.mjs": PROGRAM, "page.js": 'import "vitrine/node";' });
  assert.deepEqual(await runNode(folder, "program.mjs"), { same: true, code: "Unreachable" });
  const help = await run(folder, "npx", ["--no-install", "vitrine", "--help"]);
  assert.match(help, /^Usage: vitrine COMMAND/);
  const forBrowser = { entryPoints: [join(folder, "page.js")], bundle: true, write: false, logLevel: "silent" };
  await assert.rejects(build({ ...forBrowser, platform: "browser" }), /node:/, "a page cannot have it by mistake");
});
