// Promise: reset() and destroy() may come at any time, also from a hook in the middle of a frame or after the module
// broke. Whoever waits for a batch is answered, the page is empty, and after a reset the workspace works as at first.

import assert from "node:assert/strict";
import { test } from "node:test";
import { all, openWorkspace } from "./support/workspace.mjs";

/**
 * A batch of a value, which calls a hook of the page, and a window; the hook calls `way`. What the batch came to, what
 * is in the page, the log and its store then, and what another batch comes to.
 */
const inTheMiddle = (page, way, hook) =>
  page.evaluate(
    async ([way, hook]) => {
      const { memoryLogStore } = window.vitrine;
      let calls = 0;
      const act = () => {
        // Once: what comes afterwards is to work.
        calls += 1;
        if (calls === 1) made.adapter[way]();
        return true;
      };
      const logStore = memoryLogStore();
      const made = window.make({
        logStore,
        ...(hook === "global" ? { global: { load: () => [], save: act } } : {}),
        ...(hook === "permissions" ? { permissions: act } : {}),
      });
      await window.frame();
      const { root, adapter } = made;
      if (hook === "focus") root.addEventListener("focusin", act);
      const batch = [
        { op: "window.create", params: { id: "a", title: "a" } },
        { op: "window.focus", params: { id: "a" } },
        { op: "state.set", params: { scope: "global", key: "A", value: 1 } },
        { op: "api.call", params: { method: "POST", url: "uicp://intent", body: { text: "x" } } },
        { op: "api.call", params: { method: "POST", url: "uicp://intent", body: { text: "y" } } },
        { op: "dom.set", params: { windowId: "b", target: "#root", html: "b" } },
      ];
      const late = new Promise((resolve) => setTimeout(resolve, 3000, "nothing"));
      const outcome = await Promise.race([adapter.enqueue(batch), late]);
      const left = [root.childElementCount, window.intents.splice(0).length];
      const problems = window.problems.splice(0).map(({ message }) => message);
      const again = await Promise.race([adapter.enqueue(batch.slice(-1)).catch(({ code }) => code), late]);
      const log = way === "reset" ? adapter.log().map(({ op }) => op) : (await logStore.load()).length;
      return { outcome, left, problems, again, log, windows: root.childElementCount };
    },
    [way, hook],
  );

for (const hook of ["global", "focus", "permissions"]) {
  test(`a reset from the hook ${hook}`, async (t) => {
    const page = await openWorkspace(t);
    const { outcome, left, problems, again, log, windows } = await inTheMiddle(page, "reset", hook);
    const { applied, skipped, failed } = outcome;
    assert.deepEqual([applied + skipped, failed], [6, []], JSON.stringify(outcome));
    assert.ok(skipped >= 2, "what was not begun is not done");
    assert.deepEqual([left, problems], [[0, 0], []]);
    assert.deepEqual([again, log, windows], [all(1), ["window.create", "dom.set"], 1]);
  });

  test(`a destroy from the hook ${hook}`, async (t) => {
    const page = await openWorkspace(t);
    const { outcome, left, problems, again, log, windows } = await inTheMiddle(page, "destroy", hook);
    assert.equal(outcome.applied + outcome.skipped, 6, JSON.stringify(outcome));
    assert.deepEqual([left, problems, again, windows], [[0, 0], [], "Destroyed", 0]);
    assert.ok(log >= 1, "what was applied is stored");
    await page.evaluate(() => window.frame());
  });
}

/** Gives the page `breakModule`: the module `ui` traps, as far as the package can see. */
const giveBreak = (page) =>
  page.evaluate(() => {
    window.breakModule = () => {
      const { decode } = TextDecoder.prototype;
      TextDecoder.prototype.decode = () => {
        throw new WebAssembly.RuntimeError("unreachable");
      };
      try {
        window.vitrine.version();
      } catch {
        // The module broke.
      }
      TextDecoder.prototype.decode = decode;
    };
  });

test("a reset after the module broke", async (t) => {
  const page = await openWorkspace(t);
  await giveBreak(page);
  const found = await page.evaluate(async () => {
    const { memoryLogStore } = window.vitrine;
    const logStore = memoryLogStore();
    const { root, adapter } = window.make({ logStore });
    const show = (html) => adapter.enqueue([{ op: "dom.set", params: { windowId: "a", target: "#root", html } }]);
    await show("before");
    const lost = show("lost").catch(({ name, code }) => [name, code]);
    // The batch is queued when this comes to it.
    await Promise.resolve();
    window.breakModule();
    adapter.reset();
    const broken = [await lost, root.childElementCount, await show("x").catch(({ name }) => name)];
    await window.vitrine.reinit();
    const outcome = await show("<p>after</p>");
    const text = adapter.content("a").textContent;
    const windows = adapter.listWorkspaceWindows();
    adapter.destroy();
    const { until } = await import("/support/until.mjs");
    await until(async () => (await logStore.load()).length === 2);
    return { broken, outcome, text, windows, left: root.childElementCount };
  });
  assert.deepEqual(found, {
    broken: [["VitrineError", "StaleHandle"], 0, "VitrinePanicError"],
    outcome: all(1),
    text: "after",
    windows: [{ id: "a", title: "a" }],
    left: 0,
  });
});

test("a destroy after the module began anew leaves nothing in the page", async (t) => {
  const page = await openWorkspace(t);
  const left = await page.evaluate(async () => {
    await window.adapter.enqueue([{ op: "dom.set", params: { windowId: "a", target: "#root", html: "x" } }]);
    await window.vitrine.reinit();
    window.adapter.destroy();
    return [window.root.childElementCount, window.root.className, window.problems.length];
  });
  assert.deepEqual(left, [0, "", 0]);
});
