// The vectors of A2UI's validator that the native tests run, against the built package in Node.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as vitrine from "vitrine";
import { runRules } from "../support/a2ui-rules.mjs";
import { a2uiRules } from "../support/vector-files.mjs";

test("every vector of A2UI's validator holds in Node", async () => {
  await vitrine.init({ modules: ["ui"] });
  const { count, failures } = runRules(vitrine, a2uiRules);
  assert.ok(count > 1000, `only ${count} vectors ran`);
  assert.deepEqual(failures, []);
});
