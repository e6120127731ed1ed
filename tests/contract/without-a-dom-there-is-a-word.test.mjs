// Promise: where there is no DOM, what needs one says so and what to use instead, each time it is asked.

import assert from "node:assert/strict";
import test from "node:test";
import * as vitrine from "vitrine";

const NEEDS_ONE = {
  renderHtml: () => vitrine.renderHtml({}, "<p>x"),
  createIsland: () => vitrine.createIsland({}),
  createAdapter: () => vitrine.createAdapter({ root: {} }),
};

for (const [name, use] of Object.entries(NEEDS_ONE)) {
  test(`${name} in Node`, async () => {
    await vitrine.init();
    for (const _ of ["first", "second"]) {
      assert.throws(use, { name: "VitrineError", code: "Unsupported", message: /no DOM here.*use sanitizeHtml/ });
    }
  });
}
