// The vectors of ClientSim that the native tests run, against the built package in Chromium.

import assert from "node:assert/strict";
import { test } from "node:test";
import { simVectors } from "../support/vector-files.mjs";
import { openPage } from "./support/pages.mjs";

test("every ClientSim vector holds in Chromium", async (t) => {
  const page = await openPage(t);
  const { count, failures } = await page.evaluate(async (text) => {
    const vitrine = await import("/vitrine/esm/index.js");
    const { runVectors } = await import("/support/a2ui-sim-vectors.mjs");
    await vitrine.init({ modules: ["ui"] });
    return runVectors(vitrine, JSON.parse(text));
  }, JSON.stringify(simVectors)); // as text: an argument's `__proto__` would not arrive
  assert.ok(count > 20, `only ${count} vectors ran`);
  assert.deepEqual(failures, []);
});
