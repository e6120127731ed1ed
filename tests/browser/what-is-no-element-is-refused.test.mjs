// Promise: whoever passes something else where an element belongs is told what was expected and what was found.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "./support/pages.mjs";

test("renderHtml, createIsland and createAdapter say what they were given", async (t) => {
  const page = await openPage(t);
  const said = await page.evaluate(async () => {
    const { createAdapter, createIsland, init, renderHtml } = await import("/vitrine/esm/index.js");
    await init();
    const used = document.createElement("div");
    used.attachShadow({ mode: "open" });
    const uses = [
      () => renderHtml(null, "x"),
      () => createIsland(null),
      () => createIsland(used),
      () => createIsland(document.createElement("input")),
      () => createAdapter({ root: document.getElementById("not there") }),
      () => createAdapter({}),
      () => createAdapter(),
      () => createAdapter({ root: document.createTextNode("x") }),
    ];
    return uses.map((use) => {
      try {
        return `nothing: ${use()}`;
      } catch ({ name, code, details: { expected, found } }) {
        return [name, code, expected, found].join(" · ");
      }
    });
  });
  const refused = (expected, found) => `VitrineError · BadRequest · ${expected} · ${found}`;
  const free = "an element that may have a shadow root and has none, such as a new div";
  assert.deepEqual(said, [
    refused("an element or a shadow root", "null"),
    refused("an element", "null"),
    refused(free, "<div>"),
    refused(free, "<input>"),
    refused("an element", "null"),
    refused("an element", "undefined"),
    refused("an element", "undefined"),
    refused("an element", "[object Text]"),
  ]);
});
