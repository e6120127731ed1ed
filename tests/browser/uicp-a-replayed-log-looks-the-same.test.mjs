// Promise: a log that is replayed in an empty workspace gives the same page, carries out no effect, and outlives the page
// in its store.

import assert from "node:assert/strict";
import { test } from "node:test";
import { all, apply, dom, op, openWorkspace, set, told } from "./support/workspace.mjs";

/** Replays the page's log in a workspace of its own: how both look, and the outcome. */
const replayed = (page) =>
  page.evaluate(async () => {
    const again = window.make();
    const outcome = await again.adapter.replay(window.adapter.log());
    return { outcome, before: window.look(window.root), after: window.look(again.root), log: again.adapter.log() };
  });

const FORM = `<form><label>Title <input name="title" data-state-scope="window" data-state-key="title"></label>
  <button data-command='[{"op":"dom.append","params":{"windowId":"a","target":"#list","html":"<li>{{form.title}}</li>"}}]'>Add</button></form>
  <ul id="list"></ul><p id="out"></p>`;

test("windows, content, state, what a person typed, clicked and moved", async (t) => {
  const page = await openWorkspace(t);
  const title = { scope: "window", key: "title", windowId: "a" };
  await apply(page, [
    op("window.create", { title: "gone", id: "gone" }),
    set("a", FORM),
    op("state.watch", { ...title, selector: "#out" }),
    op("component.render", { id: "c", windowId: "b", target: "#root", type: "x", props: { n: 1 } }),
    op("component.update", { id: "c", props: { n: 2 } }),
    dom("append", "a", "#nowhere", "fails"),
    set("gone", "x"),
  ]);
  await page.locator("[data-window-id=a] input").fill("Tea <b>");
  await page.locator("[data-window-id=a] button", { hasText: "Add" }).click();
  await page.locator("[data-window-id=b]").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Shift+ArrowDown");
  await page.locator("[data-window-id=gone]").getByRole("button").first().click();
  await page.waitForFunction(() => window.adapter.listWorkspaceWindows().length === 2);
  const { outcome, before, after, log } = await replayed(page);
  assert.deepEqual(outcome.failed, []);
  assert.equal(after, before);
  assert.match(before, /Tea <b>/);
  assert.ok(!JSON.stringify(log).includes("gone"));
  assert.deepEqual(
    log.slice(0, 2).map((each) => each.op),
    ["window.create", "dom.set"],
  );
});

test("effects are not carried out again, what they gave is there", async (t) => {
  const page = await openWorkspace(t);
  const call = { method: "POST", url: "uicp://intent", body: { text: "once" }, into: { scope: "global", key: "r" } };
  await apply(page, [
    set("a", "<p id='r'></p>"),
    op("state.watch", { scope: "global", key: "r", windowId: "a", selector: "#r" }),
    op("api.call", call),
  ]);
  await page.evaluate(() => window.frame());
  const { outcome, before, after } = await replayed(page);
  assert.deepEqual(outcome.failed, []);
  assert.equal(after, before);
  assert.deepEqual(await told(page, "intents"), [{ text: "once" }]);
});

test("a log longer than a batch is replayed whole, one that is wrong not at all", async (t) => {
  const page = await openWorkspace(t);
  const outcomes = await page.evaluate(async () => {
    const append = (html) => ({ op: "dom.append", params: { windowId: "a", target: "#root", html } });
    for (let batch = 0; batch < 5; batch++)
      await window.adapter.enqueue(Array(60).fill(append(`<p>${"x".repeat(1000)}</p>`)));
    const again = window.make();
    const log = window.adapter.log();
    const refused = await again.adapter.replay([...log, { op: "nothing", params: {} }]).catch(({ name }) => name);
    const before = again.root.childElementCount;
    const outcome = await again.adapter.replay(log);
    return [refused, before, outcome, window.look(window.root) === window.look(again.root)];
  });
  assert.deepEqual(outcomes, ["UICPValidationError", 0, all(301), true]);
});

test("a question to the person is no part of it", async (t) => {
  const page = await openWorkspace(t);
  const body = { title: "Which?", fields: [{ name: "a", label: "A" }] };
  assert.deepEqual(
    await apply(page, [set("a", "x"), op("api.call", { method: "POST", url: "uicp://intent", body })]),
    all(2),
  );
  await page.getByRole("dialog", { name: "Which?" }).waitFor();
  assert.deepEqual(await page.evaluate(() => window.adapter.log().map((each) => each.op)), [
    "window.create",
    "dom.set",
    "api.call",
  ]);
  await page.getByRole("textbox").fill("this");
  await page.getByRole("button", { name: "Submit" }).click();
  await page.getByRole("dialog", { name: "Which?" }).waitFor({ state: "detached" });
  assert.deepEqual(
    (await told(page, "intents")).map(({ data }) => data),
    [{ a: "this" }],
  );
});

for (const [name, make] of [
  ["memory", "memoryLogStore()"],
  ["IndexedDB", 'indexedDbLogStore("test")'],
])
  test(`a log kept in ${name} comes back, before anything else`, async (t) => {
    const page = await openWorkspace(t);
    const found = await page.evaluate(async (make) => {
      const { until } = await import("/support/until.mjs");
      const [, factory, argument] = make.match(/^(\w+)\("?(\w*)"?\)$/);
      const logStore = window.vitrine[factory](argument);
      const append = (html) => [{ op: "dom.append", params: { windowId: "a", target: "#root", html } }];
      const first = window.make({ logStore });
      await first.adapter.enqueue(append("<b>1</b>"));
      first.adapter.state.set("workspace", "k", [1]);
      const before = window.look(first.root);
      first.adapter.destroy();
      await until(async () => (await logStore.load()).length === 3);
      const second = window.make({ logStore });
      const outcome = await second.adapter.enqueue(append("<b>2</b>"));
      const text = second.adapter.content("a").textContent;
      const value = second.adapter.state.get("workspace", "k");
      await until(async () => (await logStore.load()).length === 4);
      return [before.includes("1"), outcome, text, value, (await logStore.load()).length];
    }, make);
    assert.deepEqual(found, [true, all(1), "12", [1], 4]);
  });

test("after a reset everything is as in the beginning", async (t) => {
  const page = await openWorkspace(t);
  await apply(page, [
    { ...set("a", "x"), idempotencyKey: "k" },
    op("state.set", { scope: "global", key: "k", value: 1 }),
  ]);
  const found = await page.evaluate(async () => {
    window.adapter.reset();
    const left = [window.root.childElementCount, window.adapter.log(), window.adapter.state.get("global", "k") ?? null];
    const again = { op: "dom.set", idempotencyKey: "k", params: { windowId: "a", target: "#root", html: "y" } };
    return [...left, await window.adapter.enqueue([again])];
  });
  assert.deepEqual(found, [0, [], null, all(1)]);
});
