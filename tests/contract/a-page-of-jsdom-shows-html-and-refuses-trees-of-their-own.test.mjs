// Promise: in jsdom, where many test their components, HTML is rendered as in a browser; what takes a tree with a style of
// its own, which jsdom has no way to give, says so each time it is asked.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { JSDOM } from "jsdom";
import * as vitrine from "vitrine";

const { window } = new JSDOM("<!doctype html><div></div>", { pretendToBeVisual: true });
const { document } = window;

before(async () => {
  // What a test runner's surroundings have of a page.
  for (const name of Object.getOwnPropertyNames(window))
    if (
      /^(document|window|Node|Element|DocumentFragment|ShadowRoot|Document|CSSStyle\w+|(HTML|SVG)\w*Element)$/.test(
        name,
      )
    )
      Object.defineProperty(globalThis, name, { configurable: true, value: window[name] });
  await vitrine.init();
});

const place = () => document.body.appendChild(document.createElement("div"));

test("HTML", () => {
  const target = place();
  const { removed } = vitrine.renderHtml(target, "<p style='color:red' onclick=x>a <b>b</b><script>c</script>");
  assert.equal(target.innerHTML, '<p style="color: red;">a <b>b</b></p>');
  assert.deepEqual(
    removed.map(({ name }) => name),
    ["onclick", "script"],
  );
});

for (const [name, use] of Object.entries({
  createIsland: () => vitrine.createIsland(place()),
  createAdapter: () => vitrine.createAdapter({ root: place() }),
}))
  test(name, () => {
    for (const _ of ["first", "second"])
      assert.throws(use, { name: "VitrineError", code: "Unsupported", message: /style sheet.*use a browser/ });
  });
