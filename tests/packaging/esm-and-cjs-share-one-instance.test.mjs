// Promise: `import`, `require` and the subpath give the same objects over one wasm instance.

import assert from "node:assert/strict";
import test from "node:test";
import { project, runNode } from "./support/project.mjs";

const PROGRAM = `
import { createRequire } from "node:module";
import * as esm from "vitrine";
import * as esmTurns from "vitrine/turns";
const require = createRequire(import.meta.url);
const cjs = require("vitrine");
const cjsTurns = require("vitrine/turns");
// Loaded through one of them, ready through all.
await cjsTurns.init();
const hashes = [esm, esmTurns, cjs, cjsTurns].map((entry) => Buffer.from(entry.blake3(new Uint8Array())).toString("hex"));
const same = ["Registry", "TurnBatch", "VitrineClient", "VitrineError", "blake3", "encodeTurn", "projectPayload"]
  .every((name) => [esmTurns, cjs, cjsTurns].every((entry) => entry[name] === esm[name] && esm[name] !== undefined));
const names = (entry) => Object.keys(entry).filter((name) => name !== "default" && name !== "module.exports").sort();
console.log(JSON.stringify({ hashes: [...new Set(hashes)], same, esm: names(esm), cjs: names(cjs) }));
`;

test("four ways in, one instance behind them", async (t) => {
  const folder = await project(t, { "program.mjs": PROGRAM });
  const { hashes, same, esm, cjs } = await runNode(folder, "program.mjs");
  assert.deepEqual(hashes, ["af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262"]);
  assert.equal(same, true);
  assert.deepEqual(esm, cjs);
});
