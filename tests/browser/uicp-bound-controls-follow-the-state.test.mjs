// Promise: a control with `data-state-scope` and `data-state-key` shows the state and changes it, of every kind, but
// nothing is taken from under the fingers of a person who types; and the slots of a watch show how far it is.

import assert from "node:assert/strict";
import { test } from "node:test";
import { calls, openShell, openWindow } from "./support/shell.mjs";

const bound = (key, scope = "window") => `data-state-scope="${scope}" data-state-key="${key}"`;

/** A window with the markup. `state` is what the shell is told, by `scope/key/window`. */
async function open(t, markup, state = {}) {
  const page = await openShell(t);
  await openWindow(page, { id: "win", width: 600, height: 460, x: 50, y: 50 });
  await page.evaluate(
    ([markup, state]) => {
      Object.assign(window.state, state);
      window.fill("win", markup);
    },
    [markup, state],
  );
  return page;
}

/** What the controls show. */
const values = (page, ...ids) =>
  page.evaluate((ids) => {
    const of = (id) => window.shell.content("win").getElementById(id);
    return ids.map((id) => (/checkbox|radio/.test(of(id).type) ? of(id).checked : of(id).value));
  }, ids);

/** The state changes, as an adapter would say it. */
const set = (page, scope, key, value) =>
  page.evaluate(
    ([scope, key, value]) => {
      const windowId = scope === "window" ? "win" : undefined;
      window.state[`${scope}/${key}/${windowId ?? ""}`] = value;
      window.shell.showBound(scope, key, windowId, value);
    },
    [scope, key, value],
  );

const EVERY = `<input id="text" ${bound("text")}><textarea id="area" ${bound("area", "workspace")}></textarea>
  <select id="pick" ${bound("pick", "global")}><option>one<option>two</select>
  <select id="many" multiple ${bound("many")}><option id="a">a<option>b<option>c</select>
  <input id="box" type="checkbox" ${bound("box")}>
  <input id="r1" type="radio" name="r" value="1" ${bound("r")}><input id="r2" type="radio" name="r" value="2" ${bound("r")}>`;

test("what a person does in each kind of control goes to the state", async (t) => {
  const page = await open(t, EVERY);
  await page.locator("#text").pressSequentially("ab");
  assert.deepEqual(await calls(page, "bound"), [
    ["bound", "window", "text", "a", "win"],
    ["bound", "window", "text", "ab", "win"],
  ]);
  await page.evaluate(() => {
    window.state["window/text/win"] = "ab";
  });
  await page.locator("#area").fill("x");
  await page.locator("#pick").selectOption("two");
  await page.locator("#many").selectOption(["a", "c"]);
  await page.locator("#box").click();
  await page.locator("#r2").click();
  const seen = await calls(page, "bound");
  const last = new Map(seen.map(([, scope, key, value, windowId]) => [`${scope}/${key}/${windowId ?? ""}`, value]));
  assert.deepEqual(Object.fromEntries(last), {
    "workspace/area/": "x",
    "global/pick/": "two",
    "window/many/win": ["a", "c"],
    "window/box/win": true,
    "window/r/win": "2",
  });
});

test("a value that the state has already is not reported again", async (t) => {
  const page = await open(t, `<input id="text" ${bound("text")}><input id="other">`, { "window/text/win": "a" });
  await page.evaluate(() => {
    const input = window.shell.content("win").getElementById("text");
    input.dispatchEvent(new Event("change", { bubbles: true }));
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  assert.deepEqual(await calls(page, "bound"), []);
});

test("each kind shows what the state holds, when it comes and when that changes", async (t) => {
  const page = await open(t, EVERY, {
    "window/text/win": "first",
    "workspace/area/": 12,
    "global/pick/": "two",
    "window/many/win": ["b", "c"],
    "window/box/win": true,
    "window/r/win": "1",
  });
  const ids = ["text", "area", "pick", "box", "r1", "r2"];
  const many = () =>
    page.evaluate(() => [...window.shell.content("win").getElementById("many").selectedOptions].map((o) => o.value));
  assert.deepEqual(await values(page, ...ids), ["first", "12", "two", true, true, false]);
  assert.deepEqual(await many(), ["b", "c"]);
  await set(page, "window", "text", "second");
  await set(page, "workspace", "area", null);
  await set(page, "global", "pick", "one");
  await set(page, "window", "many", ["a"]);
  await set(page, "window", "box", false);
  await set(page, "window", "r", "2");
  assert.deepEqual(await values(page, ...ids), ["second", "", "one", false, false, true]);
  assert.deepEqual(await many(), ["a"]);
});

test("scopes are held apart: another window's key, another scope and odd keys", async (t) => {
  const odd = 'a"]<>\\ö\n*';
  const page = await open(
    t,
    `<input id="mine" ${bound("k")}><input id="global" ${bound("k", "global")}><input id="odd">`,
  );
  await openWindow(page, { id: "other", x: 660, width: 140 });
  await page.evaluate((odd) => {
    window.fill("other", '<input id="theirs" data-state-scope="window" data-state-key="k">');
    const input = window.shell.content("win").getElementById("odd");
    input.dataset.stateScope = "window";
    input.dataset.stateKey = odd;
  }, odd);
  await set(page, "window", "k", "w");
  await set(page, "window", odd, "o");
  assert.deepEqual(await values(page, "mine", "global", "odd"), ["w", "", "o"]);
  assert.equal(await page.locator("#theirs").inputValue(), "");
  await set(page, "global", "k", "g");
  assert.deepEqual(await values(page, "mine", "global"), ["w", "g"]);
});

test("a person who types is not disturbed, and sees the state when they leave", async (t) => {
  const page = await open(
    t,
    `<input id="text" ${bound("text")}><input id="twin" ${bound("text")}><button id="b">b</button>`,
  );
  await page.locator("#text").pressSequentially("mine");
  await set(page, "window", "text", "theirs");
  assert.deepEqual(await values(page, "text", "twin"), ["mine", "theirs"]);
  await calls(page);
  // What was typed was told with each key; what the state became since then is newer.
  await page.locator("#b").click();
  assert.deepEqual(await calls(page, "bound"), []);
  assert.deepEqual(await values(page, "text", "twin"), ["theirs", "theirs"]);

  await set(page, "window", "text", "mine");
  await page.locator("#text").focus();
  await set(page, "window", "text", "new");
  assert.deepEqual(
    await values(page, "text"),
    ["mine"],
    "only looking at it counts as typing as long as it has the focus",
  );
  await page.locator("#b").focus();
  assert.deepEqual(await values(page, "text"), ["new"]);
});

test("after Enter an application may empty the field", async (t) => {
  const page = await open(t, `<form data-command="add"><input id="text" ${bound("text")}><button>Add</button></form>`);
  await page.locator("#text").pressSequentially("milk");
  await page.locator("#text").press("Enter");
  assert.equal((await calls(page, "fire")).length, 1);
  await set(page, "window", "text", "");
  assert.deepEqual(await values(page, "text"), [""]);
  await page.locator("#text").pressSequentially("e");
  await set(page, "window", "text", "x");
  assert.deepEqual(await values(page, "text"), ["e"]);
});

test("resetting a form tells the state", async (t) => {
  const page = await open(
    t,
    `<form><input id="text" value="first" ${bound("text")}><button type="reset" id="r">r</button></form>`,
  );
  await page.locator("#text").fill("typed");
  await calls(page);
  await page.locator("#r").click();
  await page.waitForFunction(() => window.calls.some(([name]) => name === "bound"));
  assert.deepEqual((await calls(page, "bound")).at(-1), ["bound", "window", "text", "first", "win"]);
});

const SLOTS = `<div id="list"><p data-slot="loading">wait</p><p data-slot="empty">none</p><p data-slot="error"></p>
  <p data-slot="ready">all</p><p id="else">else</p></div><p id="plain">plain</p>`;

test("of the slots under a watch only the fitting one is seen, also of those that come later", async (t) => {
  const page = await open(t, SLOTS);
  const show = (id, status, value) =>
    page.evaluate(
      ([id, status, value]) => window.shell.showSlot(window.shell.resolve("win", id), status, value),
      [id, status, value],
    );
  const seen = () => page.locator("#list > p:visible").allInnerTexts();
  for (const [status, text] of Object.entries({ loading: "wait", empty: "none", ready: "all" })) {
    assert.equal(await show("#list", status, null), true);
    assert.deepEqual(await seen(), [text, "else"]);
  }
  await show("#list", "error", { code: "X", message: "It broke." });
  assert.deepEqual(await seen(), ["It broke.", "else"]);
  await show("#list", "error", { code: "X", message: "Again." });
  assert.deepEqual(await seen(), ["Again.", "else"]);
  assert.equal(await show("#plain", "ready", "x"), false);

  await page.evaluate(() => {
    const list = window.shell.content("win").getElementById("list");
    list.innerHTML = '<p data-slot="ready">new</p><p data-slot="error">bad</p>';
    window.shell.refresh("win");
  });
  assert.deepEqual(await seen(), ["bad"]);
});
