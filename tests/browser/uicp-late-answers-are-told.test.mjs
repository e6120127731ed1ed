// Promise: an answer whose window was closed meanwhile is told as a problem; the batch that asked
// ends as if it were open. A yes to an effect that was cancelled meanwhile comes too late.

import assert from "node:assert/strict";
import { test } from "node:test";
import { all, openWorkspace } from "./support/workspace.mjs";

/** Asks with `into`, does `meanwhile`, then answers; what the batch came to, and the problems that were told. */
const asking = (page, into, meanwhile) =>
  page.evaluate(
    async ([into, meanwhile]) => {
      let answer;
      const asked = Promise.withResolvers();
      const { adapter } = window.make({
        allowOrigins: "*",
        fetch: () => {
          asked.resolve();
          return new Promise((come) => {
            answer = () => come(new Response("late"));
          });
        },
      });
      const open = (id) => adapter.enqueue([{ op: "window.create", params: { id, title: id } }]);
      await open("a");
      await open("b");
      const call = { op: "api.call", windowId: "a", params: { method: "GET", url: "https://api.example/", into } };
      const outcome = adapter.enqueue([call]);
      await asked.promise;
      for (const id of meanwhile.close) await adapter.closeWorkspaceWindow(id);
      for (const id of meanwhile.open ?? []) await open(id);
      if (meanwhile.cancel) {
        adapter.stop();
        await window.frame();
      }
      answer();
      const ended = await outcome;
      await window.frame();
      const problems = window.problems.splice(0).map(({ message }) => message);
      return { outcome: ended, problems, value: adapter.state.get(into.scope, into.key, "a")?.data ?? null };
    },
    [into, meanwhile],
  );

const OF_WINDOW = { scope: "window", key: "answer", windowId: "a" };

test("the answer for a window that was closed", async (t) => {
  const page = await openWorkspace(t);
  for (const into of [OF_WINDOW, { scope: "window", key: "answer" }]) {
    const { outcome, problems } = await asking(page, into, { close: ["a"] });
    assert.deepEqual(outcome, all(1));
    assert.equal(problems.length, 1, problems.join("\n"));
    assert.match(problems[0], /"a" was closed before the answer of https:\/\/api\.example\/ came/);
  }
});

test("an answer that has its place, and one that was cancelled, are no problem", async (t) => {
  const page = await openWorkspace(t);
  const shown = { outcome: all(1), problems: [], value: "late" };
  assert.deepEqual(await asking(page, OF_WINDOW, { close: [] }), shown);
  assert.deepEqual(await asking(page, OF_WINDOW, { close: ["b"] }), shown);
  assert.deepEqual(await asking(page, OF_WINDOW, { close: ["a"], open: ["a"] }), shown);
  assert.deepEqual(await asking(page, { scope: "workspace", key: "answer" }, { close: ["a"] }), shown);
  const cancelled = await asking(page, OF_WINDOW, { close: ["a"], cancel: true });
  assert.deepEqual([cancelled.outcome.skipped, cancelled.problems], [1, []]);
});

test("a permission that comes after the effect was cancelled", async (t) => {
  const page = await openWorkspace(t);
  const found = await page.evaluate(async () => {
    const asked = Promise.withResolvers();
    const allowed = Promise.withResolvers();
    const written = [];
    const { adapter } = window.make({
      fs: { writeTextFile: async (path) => void written.push(path) },
      permissions: () => {
        asked.resolve();
        return allowed.promise;
      },
    });
    const intent = { method: "POST", url: "uicp://intent", body: { text: "x" } };
    const file = { method: "POST", url: "tauri://fs/writeTextFile", body: { path: "a.txt", contents: "x" } };
    const outcome = adapter.enqueue([intent, file].map((params) => ({ op: "api.call", params })));
    await asked.promise;
    adapter.stop();
    await window.frame();
    allowed.resolve(true);
    await window.frame();
    return [await outcome, written, window.intents];
  });
  assert.deepEqual(found, [{ applied: 0, skipped: 2, failed: [] }, [], []]);
});
