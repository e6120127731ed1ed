// The vectors of ClientSim that the native tests run, against the built package in Node: what changes, what is found, the
// frozen hashes, what is shown at the end.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as vitrine from "vitrine";
import { runVectors } from "../support/a2ui-sim-vectors.mjs";
import { simVectors } from "../support/vector-files.mjs";

test("every ClientSim vector holds in Node", async () => {
  await vitrine.init({ modules: ["ui"] });
  const { count, failures } = runVectors(vitrine, simVectors);
  assert.ok(count > 20, `only ${count} vectors ran`);
  assert.deepEqual(failures, []);
});
