// Promise: what rendering builds is what the browser's own parser makes of the sanitised text, in the same context.

import assert from "node:assert/strict";
import { test } from "node:test";
import { htmlVectors } from "../support/vector-files.mjs";
import { openPage } from "./support/pages.mjs";

test("built and parsed trees are equal for every HTML vector", async (t) => {
  const page = await openPage(t);
  const problems = await page.evaluate(
    async (text) => (await import("/support/html-page.mjs")).compareAll(JSON.parse(text)),
    JSON.stringify(htmlVectors),
  );
  assert.deepEqual(problems, []);
});
