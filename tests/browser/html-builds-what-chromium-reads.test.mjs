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

test("deep trees are built whole, each part in its place", async (t) => {
  const page = await openPage(t);
  const differing = await page.evaluate(async () => {
    const { init, renderHtml } = await import("/vitrine/esm/html.js");
    await init();
    const around = (inside, depth) => `<div id="d${depth}">a<b>b</b>${inside}<i>c</i>d</div>`;
    return Array.from({ length: 200 }, (_, deepest) => deepest).filter((deepest) => {
      let markup = "e";
      for (let depth = deepest; depth >= 0; depth -= 1) markup = around(markup, depth);
      const [built, read] = [document.createElement("div"), document.createElement("div")];
      renderHtml(built, markup);
      read.innerHTML = markup;
      return !built.isEqualNode(read);
    });
  });
  assert.deepEqual(differing, []);
});
