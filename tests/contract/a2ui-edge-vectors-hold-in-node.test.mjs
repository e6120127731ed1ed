// The vectors of streams and ingress that the native tests run, against the built package in Node.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as vitrine from "vitrine";
import { runVectors } from "../support/a2ui-edge-vectors.mjs";
import { a2uiEdgeVectors } from "../support/vector-files.mjs";

test("every vector of streams and ingress holds in Node", async () => {
  await vitrine.init({ modules: ["ui"] });
  const { count, failures } = runVectors(vitrine, a2uiEdgeVectors);
  assert.ok(count > 160, `only ${count} vectors ran`);
  assert.deepEqual(failures, []);
});
