// The vectors of the state document that the native tests run, against the built package in Chromium.

import assert from "node:assert/strict";
import { test } from "node:test";
import { stateVectors } from "../support/vector-files.mjs";
import { openPage } from "./support/pages.mjs";

test("every state vector holds in Chromium", async (t) => {
  const page = await openPage(t);
  const { count, failures } = await page.evaluate(async (text) => {
    const vitrine = await import("/vitrine/esm/state.js");
    const { runVectors } = await import("/support/state-vectors.mjs");
    await vitrine.init();
    return runVectors(vitrine, JSON.parse(text));
  }, JSON.stringify(stateVectors)); // as text, so that it arrives as it is
  assert.ok(count > 180, `only ${count} vectors ran`);
  assert.deepEqual(failures, []);
});
