// The vectors of validation that the native tests run, against the built package in Node: as text, as bytes, as values.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as vitrine from "vitrine";
import { runVectors } from "../support/uicp-vectors.mjs";
import { uicpVectors } from "../support/vector-files.mjs";

test("every UICP vector holds in Node", async () => {
  await vitrine.init({ modules: ["ui"] });
  const { count, failures } = runVectors(vitrine, uicpVectors);
  assert.ok(count > 130, `only ${count} vectors ran`);
  assert.deepEqual(failures, []);
});
