// Promise: a value of the state is seen wherever it is bound or watched, in the form that fits it, until it changes,
// expires or its window closes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { all, apply, dom, held, op, openWorkspace, set, told } from "./support/workspace.mjs";

const at = { scope: "workspace", key: "k" };
const watch = (selector, more) => op("state.watch", { ...at, selector, windowId: "a", ...more });
const value = (value, more) => op("state.set", { ...at, value, ...more });

test("a value is shown by its shape, and never as markup", async (t) => {
  const page = await openWorkspace(t);
  await apply(page, [set("a", "<div id='out'></div>"), watch("#out")]);
  for (const [given, expected] of [
    ["<b>x</b>", "&lt;b&gt;x&lt;/b&gt;"],
    [["a", { b: 1 }], '<ul><li>a</li><li>{"b":1}</li></ul>'],
    [
      [
        { a: 1, "<i>": "<i>" },
        { a: 2, c: true },
      ],
      "<table><thead><tr><th>a</th><th>&lt;i&gt;</th><th>c</th></tr></thead><tbody><tr><td>1</td><td>&lt;i&gt;</td><td></td></tr><tr><td>2</td><td></td><td>true</td></tr></tbody></table>",
    ],
    [{ a: [] }, "<dl><dt>a</dt><dd>[]</dd></dl>"],
    [7, "7"],
    [null, ""],
  ]) {
    await apply(page, [value(given)]);
    assert.equal(await held(page, "a"), `<div id="out">${expected}</div>`);
  }
});

test("slots show how far a value is, an answer's among them", async (t) => {
  const page = await openWorkspace(t);
  const slots = ["loading", "empty", "error", "ready"].map((name) => `<p data-slot="${name}">${name}</p>`).join("");
  await page.evaluate(() => {
    const fetch = () =>
      new Promise((resolve, reject) => {
        window.answer = (text) => resolve(new Response(text));
        window.refuse = () => reject(new Error("no"));
      });
    Object.assign(window, window.make({ fetch }));
  });
  const shown = () =>
    page.evaluate(() =>
      [...window.adapter.content("a").querySelectorAll("[data-slot]")]
        .filter((slot) => !slot.hidden)
        .map((slot) => slot.dataset.slot),
    );
  const call = () =>
    page.evaluate((into) => {
      const url = `${location.origin}/x`;
      window.outcome = window.adapter.enqueue([{ op: "api.call", params: { url, into } }]);
      return window.frame();
    }, at);
  await apply(page, [set("a", `<div id="out">${slots}</div>`), watch("#out")]);
  assert.deepEqual(await shown(), ["empty"]);
  await call();
  assert.deepEqual(await shown(), ["loading"]);
  await page.evaluate(() => window.answer("words"));
  assert.deepEqual(await page.evaluate(() => window.outcome), all(1));
  await page.evaluate(() => window.frame());
  assert.deepEqual(await shown(), ["ready"]);
  await call();
  await page.evaluate(() => window.refuse());
  assert.equal((await page.evaluate(() => window.outcome)).failed[0].code, "UICP_EFFECT_FAILED");
  await page.evaluate(() => window.frame());
  assert.deepEqual(await shown(), ["error"]);
});

test("a value expires in its time; its watchers are told", async (t) => {
  const page = await openWorkspace(t);
  await apply(page, [
    set("a", "<p id='out'></p><input data-state-scope='workspace' data-state-key='k'>"),
    watch("#out"),
    value("soon", { ttlMs: 1500 }),
  ]);
  assert.match(await held(page, "a"), /soon/);
  assert.equal(await page.locator("input").inputValue(), "soon");
  await page.waitForFunction(() => !window.adapter.content("a").innerHTML.includes("soon"));
  assert.equal(await page.evaluate(() => window.adapter.state.get("workspace", "k") ?? null), null);
  assert.equal(await page.locator("input").inputValue(), "");
  const events = (await told(page, "events")).filter(({ type }) => type === "state");
  const changed = { type: "state", ...at };
  assert.deepEqual(events, [{ ...changed, value: "soon" }, changed], "once set, once expired");
});

test("a watch follows its target into new content, and adds where it is to", async (t) => {
  const page = await openWorkspace(t);
  await apply(page, [watch("#out"), watch("#log", { mode: "append" }), value("v")]);
  assert.equal(await page.evaluate(() => window.adapter.listWorkspaceWindows().length), 0);
  await apply(page, [set("a", "<p id='out'></p><p id='log'></p>"), value("w"), value("x")]);
  assert.equal(await held(page, "a"), '<p id="out">x</p><p id="log">wx</p>');
  await apply(page, [dom("replace", "a", "#out", "<b id='out'>old</b>")]);
  assert.equal(await held(page, "a"), '<b id="out">x</b><p id="log">wx</p>');
});

test("what a person writes is in the state at once, in all that is bound to it, and in the log", async (t) => {
  const page = await openWorkspace(t);
  const bound = (tag) => `<${tag} data-state-scope="workspace" data-state-key="k"></${tag}>`;
  await apply(page, [set("a", `${bound("input")}<p id='out'></p>`), set("b", bound("textarea")), watch("#out")]);
  // The window comes to the front with that, which the log says too: only what is typed on end is one entry there.
  await page.locator("input").focus();
  await page.evaluate(() => window.frame());
  await page.locator("input").pressSequentially("tea");
  await page.evaluate(() => window.frame());
  assert.equal(await page.locator("textarea").inputValue(), "tea");
  assert.match(await held(page, "a"), /<p id="out">tea<\/p>/);
  assert.equal(await page.evaluate(() => window.adapter.state.get("workspace", "k")), "tea");
  const last = await page.evaluate(() => window.adapter.log().filter(({ op }) => op === "state.set"));
  assert.deepEqual(
    last.map(({ params }) => params.value),
    ["tea"],
  );
  await apply(page, [value("set")]);
  assert.equal(await page.locator("textarea").inputValue(), "set");
  assert.equal(await page.locator("input").inputValue(), "tea", "not while the person types there");
});

test("names of prototypes are keys like any other", async (t) => {
  const page = await openWorkspace(t);
  const names = ["constructor", "__proto__", "toString", "hasOwnProperty"];
  const get = (key) => page.evaluate((key) => window.adapter.state.get("window", key, "__proto__") ?? null, key);
  for (const key of names) {
    assert.equal(await get(key), null);
    await page.evaluate((key) => window.adapter.state.set("window", key, { __proto__: null, key }, "__proto__"), key);
    assert.deepEqual(await get(key), { key });
  }
  assert.deepEqual(
    await apply(page, [
      set("constructor", "x"),
      op("component.render", { id: "__proto__", windowId: "__proto__", target: "#root", type: "constructor" }),
    ]),
    all(2),
  );
  assert.equal(await page.evaluate(() => ({}).key ?? null), null);
});
