// The vectors that the native tests run, against the built package in Node.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as vitrine from "vitrine";
import { vectors } from "../support/vector-files.mjs";
import { runVectors } from "../support/vectors.mjs";

test("every projection and registry vector holds in Node", async () => {
  await vitrine.init();
  const { count, failures } = runVectors(vitrine, vectors);
  assert.ok(count > 100, `only ${count} vectors ran`);
  assert.deepEqual(failures, []);
});
