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

test("a log of large operations is replayed whole", async (t) => {
  const page = await openWorkspace(t);
  const set = (key, value) => op("state.set", { scope: "workspace", key, value });
  const large = [
    ...Array.from({ length: 60 }, (_, i) => set(`values${i}`, Array(2000).fill(i))),
    ...Array.from({ length: 50 }, (_, i) => set(`text${i}`, "é".repeat(50_000))),
    ...Array.from({ length: 3 }, (_, i) =>
      op("component.render", {
        id: `c${i}`,
        windowId: "w",
        target: "#root",
        type: "x",
        props: { html: "x".repeat(60_000) },
      }),
    ),
  ];
  for (const each of large) assert.deepEqual(await apply(page, [each]), all(1));
  const { outcome, same } = await page.evaluate(async () => {
    const log = window.adapter.log();
    const { root, adapter } = window.make();
    const outcome = await adapter.replay(log);
    return { outcome, same: window.look(root) === window.look(window.root) && adapter.log().length === log.length };
  });
  assert.deepEqual(outcome.failed, []);
  assert.ok(same);
});

test("what could not be replayed does not get into the log", async (t) => {
  const page = await openWorkspace(t);
  const found = await page.evaluate(async () => {
    let deep = 1;
    for (let i = 0; i < 80; i++) deep = [deep];
    const codes = [
      ["workspace", "k", deep],
      ["workspace", "k", Array(120_000).fill(1)],
      ["workspace", "k", "x".repeat(5 << 20)],
      ["window", "k", 1],
      ["window", "k", 1, ""],
      ["global", "", 1],
    ].map((place) => {
      try {
        return window.adapter.state.set(...place);
      } catch ({ name, code }) {
        return [name, code];
      }
    });
    window.adapter.state.set("global", "half", "a\ud83d");
    const answers = ['{"a":"\\ud83d"}', `${"[".repeat(200)}${"]".repeat(200)}`, `[${Array(120_000).fill(1)}]`];
    const outcomes = [];
    for (const answer of answers) {
      const fetch = async () => new Response(answer, { headers: { "content-type": "application/json" } });
      const { adapter } = window.make({ fetch, allowOrigins: "*" });
      const into = { scope: "workspace", key: "k" };
      const outcome = await adapter.enqueue([{ op: "api.call", params: { url: "https://api.example/", into } }]);
      const again = await window.make().adapter.replay(adapter.log());
      const { status } = adapter.state.get("workspace", "k");
      outcomes.push([outcome.applied, outcome.failed.map(({ code }) => code), status, again.failed.length]);
    }
    return [codes, window.adapter.state.get("global", "half"), outcomes];
  });
  const none = ["VitrineError", "BadRequest"];
  const much = ["VitrineError", "Unprocessable"];
  assert.deepEqual(found, [
    [much, much, much, none, none, none],
    "a\ufffd",
    [
      [1, [], "ready", 0],
      [0, ["UICP_EFFECT_FAILED"], "error", 0],
      [0, ["UICP_EFFECT_FAILED"], "error", 0],
    ],
  ]);
});

test("a stored log that cannot be read is not overwritten, and what could not be saved is saved again", async (t) => {
  const page = await openWorkspace(t);
  const found = await page.evaluate(async () => {
    const { until } = await import("/support/until.mjs");
    const window1 = { op: "window.create", params: { id: "a", title: "a" } };
    const saved = [];
    const unread = window.make({
      logStore: {
        load: async () => {
          throw new Error("offline");
        },
        save: async (log) => saved.push(log.length),
      },
    });
    await unread.adapter.enqueue([window1]);
    await new Promise((resolve) => setTimeout(resolve, 600));
    const kept = saved.length;
    unread.adapter.reset();
    await unread.adapter.enqueue([window1]);
    await until(() => saved.length > 0);

    let tries = 0;
    const stored = [];
    const failing = window.make({
      logStore: {
        load: async () => [],
        save: async (log) => {
          if (tries++ === 0) throw new Error("offline");
          stored.push(log.length);
        },
      },
    });
    await failing.adapter.enqueue([window1]);
    await until(() => tries === 1);
    failing.adapter.destroy();
    await until(() => stored.length > 0);
    return [kept, saved.at(-1), tries, stored.at(-1)];
  });
  assert.deepEqual(found, [0, 1, 2, 1]);
  await page.evaluate(() => window.problems.splice(0));
});
