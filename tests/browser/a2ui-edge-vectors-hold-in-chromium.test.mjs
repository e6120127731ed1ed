// The vectors of streams and ingress that the native tests run, against the built package in Chromium.

import assert from "node:assert/strict";
import { test } from "node:test";
import { a2uiEdgeVectors } from "../support/vector-files.mjs";
import { openPage } from "./support/pages.mjs";

test("every vector of streams and ingress holds in Chromium", async (t) => {
  const page = await openPage(t);
  const { count, failures } = await page.evaluate(async (text) => {
    const vitrine = await import("/vitrine/esm/index.js");
    const { runVectors } = await import("/support/a2ui-edge-vectors.mjs");
    await vitrine.init({ modules: ["ui"] });
    return runVectors(vitrine, JSON.parse(text));
  }, JSON.stringify(a2uiEdgeVectors)); // as text: an argument's `__proto__` would not arrive
  assert.ok(count > 160, `only ${count} vectors ran`);
  assert.deepEqual(failures, []);
});
