// The vectors of A2UI's validator that the native tests run, against the built package in Chromium.

import assert from "node:assert/strict";
import { test } from "node:test";
import { a2uiRules } from "../support/vector-files.mjs";
import { openPage } from "./support/pages.mjs";

test("every vector of A2UI's validator holds in Chromium", async (t) => {
  const page = await openPage(t);
  const { count, failures } = await page.evaluate(async (text) => {
    const vitrine = await import("/vitrine/esm/index.js");
    const { runRules } = await import("/support/a2ui-rules.mjs");
    await vitrine.init({ modules: ["ui"] });
    return runRules(vitrine, JSON.parse(text));
  }, JSON.stringify(a2uiRules)); // as text: an argument's `__proto__` would not arrive
  assert.ok(count > 1000, `only ${count} vectors ran`);
  assert.deepEqual(failures, []);
});
