// Promise: installed from its tarball, the package decodes a turn in a Node project of CommonJS, without awaiting.

import assert from "node:assert/strict";
import test from "node:test";
import { bundle, page, projected } from "../support/page.mjs";
import { project, runNode } from "./support/project.mjs";

const program = (entry, start) => `
const { readFileSync } = require("node:fs");
const { initSync, Registry, TurnBatch } = require("${entry}");
const bytes = readFileSync(require.resolve("vitrine/turns.wasm"));
initSync(${start});
const batch = new TurnBatch(Uint8Array.from(${JSON.stringify([...page()])}));
console.log(JSON.stringify(batch.project(new Registry(${JSON.stringify(bundle)}))));
`;

test("require decodes a turn, from both entries", async (t) => {
  const folder = await project(t, {
    "all.cjs": program("vitrine", "{ turns: bytes }"),
    "turns.cjs": program("vitrine/turns", "bytes"),
  });
  assert.deepEqual(await runNode(folder, "all.cjs"), [projected]);
  assert.deepEqual(await runNode(folder, "turns.cjs"), [projected]);
});

// Jest's jsdom is such a place: it has Node's `require`, and few of its globals.
test("where surroundings hide what Node has, too", async (t) => {
  const names = ["TextDecoder", "TextEncoder", "fetch", "Headers", "Request", "Response"];
  const hidden = names.map((name) => `delete globalThis.${name};`).join(" ");
  const read = "console.log(JSON.stringify(new StateDocument().run(['--help']).exitCode))";
  const folder = await project(t, {
    "turns.cjs": hidden + program("vitrine", "{ turns: bytes }"),
    "all.cjs": `${hidden} const { init, StateDocument } = require("vitrine"); init().then(() => ${read})`,
  });
  assert.deepEqual(await runNode(folder, "turns.cjs"), [projected]);
  assert.equal(await runNode(folder, "all.cjs"), 0);
});
