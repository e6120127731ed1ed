// The vectors that the native tests run, against the built package in Chromium.

import assert from "node:assert/strict";
import { test } from "node:test";
import { vectors } from "../support/vector-files.mjs";
import { openPage } from "./support/pages.mjs";

test("every projection and registry vector holds in Chromium", async (t) => {
  const page = await openPage(t);
  const { count, failures } = await page.evaluate(async (text) => {
    const vitrine = await import("/vitrine/esm/index.js");
    const { runVectors } = await import("/support/vectors.mjs");
    await vitrine.init();
    return runVectors(vitrine, JSON.parse(text));
  }, JSON.stringify(vectors)); // as text: an argument's `__proto__` would not arrive
  assert.ok(count > 100, `only ${count} vectors ran`);
  assert.deepEqual(failures, []);
});
