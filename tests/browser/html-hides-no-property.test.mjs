// Promise: where markup lands in the page's own tree, no id and no name in it stands in the place of a property of the window,
// the document or a form, whatever it is called.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "./support/pages.mjs";

test("whatever a property is called, no element is found in its place", async (t) => {
  const page = await openPage(t);
  const { count, hidden, allowed } = await page.evaluate(async () => {
    const { init, renderHtml } = await import("/vitrine/esm/html.js");
    await init();
    const namesOf = (start) => {
      const names = new Set();
      for (let each = start; each !== null; each = Object.getPrototypeOf(each)) {
        for (const name of Object.getOwnPropertyNames(each)) names.add(name);
      }
      return names;
    };
    const owners = [window, document, document.createElement("form")].map(namesOf);
    const names = new Set(owners.flatMap((own) => [...own]));
    const target = document.body.appendChild(document.createElement("div"));
    // Where the property `name` is one of the elements in a place that has these names.
    const places = (name, written, clobbering) => {
      renderHtml(target, `<form><input name="${written}"></form><p id="${written}">`, { clobbering });
      const all = [...target.querySelectorAll("*")];
      return [window, document, all[0]].map((each) => all.includes(each[name]));
    };
    // A form's `firstChild` is one of them whatever they are called.
    const hides = (name, clobbering) => {
      const plain = places(name, "plain", clobbering);
      return places(name, name, clobbering).filter((found, at) => found && !plain[at] && owners[at].has(name)).length;
    };
    return {
      count: names.size,
      hidden: [...names].filter((name) => hides(name, "deny") > 0),
      allowed: ["ELEMENT_NODE", "submit", "HTMLDivElement"].map((name) => hides(name, "allow")),
    };
  });
  assert.ok(count > 1000, `${count} names`);
  assert.deepEqual(hidden, []);
  // A control hides what its form has; what the window has itself, nothing hides.
  assert.deepEqual(allowed, [1, 1, 0]);
});
