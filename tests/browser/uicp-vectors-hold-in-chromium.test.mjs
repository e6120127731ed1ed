// The vectors of validation that the native tests run, against the built package in Chromium.

import assert from "node:assert/strict";
import { test } from "node:test";
import { uicpVectors } from "../support/vector-files.mjs";
import { openPage } from "./support/pages.mjs";

test("every UICP vector holds in Chromium", async (t) => {
  const page = await openPage(t);
  const { count, failures } = await page.evaluate(async (text) => {
    const vitrine = await import("/vitrine/esm/index.js");
    const { runVectors } = await import("/support/uicp-vectors.mjs");
    await vitrine.init({ modules: ["ui"] });
    return runVectors(vitrine, JSON.parse(text));
  }, JSON.stringify(uicpVectors)); // as text: an argument's `__proto__` would not arrive
  assert.ok(count > 130, `only ${count} vectors ran`);
  assert.deepEqual(failures, []);
});
