// Promise: installed from its tarball, the package decodes a turn in a Node project of ES modules.

import assert from "node:assert/strict";
import test from "node:test";
import { bundle, page, projected } from "../support/page.mjs";
import { project, runNode } from "./support/project.mjs";

const program = (entry) => `
import { init, Registry, TurnBatch } from "${entry}";
await init();
const batch = new TurnBatch(Uint8Array.from(${JSON.stringify([...page()])}));
console.log(JSON.stringify(batch.project(new Registry(${JSON.stringify(bundle)}))));
`;

test("import decodes a turn, from both entries", async (t) => {
  const folder = await project(t, { "all.mjs": program("vitrine"), "turns.mjs": program("vitrine/turns") });
  assert.deepEqual(await runNode(folder, "all.mjs"), [projected]);
  assert.deepEqual(await runNode(folder, "turns.mjs"), [projected]);
});
