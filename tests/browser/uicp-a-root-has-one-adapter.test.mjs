// Promise: an element is the workspace of one adapter at a time; a second one is refused until the first is destroyed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openWorkspace } from "./support/workspace.mjs";

test("a second adapter is refused, and the first one's windows stay", async (t) => {
  const page = await openWorkspace(t);
  const found = await page.evaluate(async () => {
    const { adapter, root, vitrine } = window;
    await adapter.enqueue([{ op: "window.create", params: { id: "a", title: "A" } }]);
    const refusal = () => {
      try {
        return `nothing: ${vitrine.createAdapter({ root })}`;
      } catch ({ name, code, pointer, message, details: { expected, found } }) {
        return { name, code, pointer, message, expected, found };
      }
    };
    const refused = refusal();
    adapter.reset();
    const afterReset = refusal();
    await adapter.enqueue([{ op: "window.create", params: { id: "b", title: "B" } }]);
    return { refused, same: refused.message === afterReset.message, windows: root.childElementCount };
  });
  const expected = "an element without an adapter: destroy() the one that it has, or give another element";
  const said = "<main> that an adapter has";
  assert.deepEqual(found, {
    refused: {
      name: "VitrineError",
      code: "BadRequest",
      pointer: "/root",
      message: `root: expected ${expected}, found ${said}`,
      expected,
      found: said,
    },
    same: true,
    windows: 1,
  });
});

test("after destroy(), not while it is on, there may be another; what was refused takes no root", async (t) => {
  const page = await openWorkspace(t);
  const found = await page.evaluate(async () => {
    const { adapter, root, vitrine } = window;
    const create = [{ op: "window.create", params: { id: "a", title: "A" } }];
    let early;
    adapter.registerWindowLifecycle(({ type }) => {
      if (type !== "destroyed") return;
      try {
        early = vitrine.createAdapter({ root });
      } catch ({ code }) {
        early = code;
      }
    });
    await adapter.enqueue(create);
    adapter.destroy();
    adapter.destroy();
    const codes = [{ images: "nope" }, { nope: 1 }].map((wrong) => {
      try {
        return `nothing: ${vitrine.createAdapter({ root, ...wrong })}`;
      } catch ({ code }) {
        return code;
      }
    });
    const second = vitrine.createAdapter({ root });
    adapter.destroy();
    const { applied } = await second.enqueue(create);
    return { early, codes, applied, shown: root.matches(".vitrine-workspace") && root.childElementCount };
  });
  assert.deepEqual(found, { early: "BadRequest", codes: ["BadRequest", "BadRequest"], applied: 1, shown: 1 });
});
