// The vectors of the state document that the native tests run, against the built package in Node.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as vitrine from "vitrine/state";
import { runVectors } from "../support/state-vectors.mjs";
import { stateVectors } from "../support/vector-files.mjs";

test("every state vector holds in Node", async () => {
  await vitrine.init();
  const { count, failures } = runVectors(vitrine, stateVectors);
  assert.ok(count > 180, `only ${count} vectors ran`);
  assert.deepEqual(failures, []);
});
