// Promise: every operation of the table does what its row says, under a strict policy.

import assert from "node:assert/strict";
import { test } from "node:test";
import { all, apply, dom, held, op, openWorkspace, set, told } from "./support/workspace.mjs";

const section = (page, id) =>
  page.evaluate((id) => {
    const found = window.root.querySelector(`[data-window-id="${id}"]`);
    if (!found) return null;
    const { left, top, width, height, zIndex } = found.style;
    const title = document.getElementById(found.getAttribute("aria-labelledby")).textContent;
    return {
      title,
      box: [left, top, width, height].join(" "),
      z: Number(zIndex),
      focus: found.contains(document.activeElement),
    };
  }, id);

const codes = ({ failed }) => failed.map(({ code }) => code);

test("window.create, update, move, resize, focus, close", async (t) => {
  const page = await openWorkspace(t);
  const create = (id, more) => op("window.create", { id, title: id, ...more });
  assert.deepEqual(
    await apply(page, [create("a", { x: 10, y: 20, width: 200, height: 150 }), create("b", { size: "xs" })]),
    all(2),
  );
  assert.deepEqual(await section(page, "a"), { title: "a", box: "10px 20px 200px 150px", z: 1, focus: false });
  assert.match((await section(page, "b")).box, /320px 240px$/);

  await apply(page, [create("a", { title: "again", width: 220 }), op("window.update", { id: "a", y: 30 })]);
  assert.deepEqual(await section(page, "a"), { title: "again", box: "10px 30px 220px 150px", z: 1, focus: false });
  await apply(page, [
    op("window.move", { id: "a", x: 50, y: 60 }),
    op("window.resize", { id: "a", width: 120, height: 130 }),
  ]);
  assert.equal((await section(page, "a")).box, "50px 60px 120px 130px");
  await apply(page, [op("window.focus", { id: "a" })]);
  assert.deepEqual([(await section(page, "a")).z, (await section(page, "a")).focus], [3, true]);
  await apply(page, [op("window.update", { id: "b", zIndex: 40 })]);
  assert.equal((await section(page, "b")).z, 40);

  assert.deepEqual(await apply(page, [op("window.close", { id: "a" })]), all(1));
  assert.equal(await section(page, "a"), null);
  for (const name of ["move", "resize", "focus", "close"]) {
    const more = { move: { x: 1, y: 1 }, resize: { width: 200, height: 200 } }[name];
    assert.deepEqual(codes(await apply(page, [op(`window.${name}`, { id: "a", ...more })])), ["UICP_WINDOW_NOT_FOUND"]);
  }
  const unnamed = await apply(page, [op("window.create", { title: "x" }), op("window.create", { title: "y" })]);
  assert.deepEqual(unnamed, all(2));
  const listed = await page.evaluate(() => window.adapter.listWorkspaceWindows());
  assert.deepEqual(
    listed.map(({ title }) => title),
    ["b", "x", "y"],
  );
  assert.equal(new Set(listed.map(({ id }) => id)).size, 3);
});

test("the life of windows is told until one does not listen any more", async (t) => {
  const page = await openWorkspace(t);
  await page.evaluate(() => {
    window.changes = [];
    window.end = window.adapter.registerWindowLifecycle((change) => window.changes.push(change));
  });
  await apply(page, [set("a", "x"), op("window.update", { id: "a", title: "A" })]);
  assert.deepEqual(await page.evaluate(() => window.adapter.closeWorkspaceWindow("a")), all(1));
  const changes = [
    { type: "created", windowId: "a", title: "a" },
    { type: "updated", windowId: "a", title: "A" },
    { type: "destroyed", windowId: "a", title: "A" },
  ];
  assert.deepEqual(await page.evaluate(() => window.changes), changes);
  await page.evaluate(() => window.end());
  await apply(page, [set("b", "x")]);
  assert.equal(await page.evaluate(() => window.changes.length), 3);
});

test("dom.set, replace, append, at every kind of target", async (t) => {
  const page = await openWorkspace(t);
  const start = '<ul id="list"><li>1</li></ul><p class="note">n</p>';
  assert.deepEqual(await apply(page, [set("a", start), set("b", start)]), all(2));
  await apply(page, [
    dom("append", "a", "list", "<li>2</li>"),
    dom("set", "a", "p.note", "<b>N</b>"),
    dom("append", "a", "#root", "<i>end</i>"),
  ]);
  assert.equal(await held(page, "a"), '<ul id="list"><li>1</li><li>2</li></ul><p class="note"><b>N</b></p><i>end</i>');
  assert.equal(await held(page, "b"), start);
  await apply(page, [dom("replace", "a", "#list", "<hr>"), dom("replace", "b", "#root", "<hr>")]);
  assert.equal(await held(page, "a"), '<hr><p class="note"><b>N</b></p><i>end</i>');
  assert.equal(await held(page, "b"), "<hr>");
  // Rows stay rows: markup is read for the element that it goes to.
  await apply(page, [
    set("a", "<table><tbody id='t'></tbody></table>"),
    dom("append", "a", "#t", "<tr><td>1</td></tr>"),
  ]);
  assert.equal(await held(page, "a"), '<table><tbody id="t"><tr><td>1</td></tr></tbody></table>');

  const failed = await apply(page, [
    dom("set", "a", "#list", "x"),
    dom("set", "a", "p:[", "x"),
    dom("set", "a", "main", "x"),
    op("dom.set", { windowId: "a", target: "#root", html: "x", sanitize: false }),
  ]);
  const expected = ["UICP_TARGET_NOT_FOUND", "UICP_TARGET_INVALID", "UICP_TARGET_NOT_FOUND", "UICP_SANITIZE_REQUIRED"];
  assert.deepEqual(codes(failed), expected);
  for (const { message } of failed.failed) assert.ok(message.length > 20, message);
  assert.deepEqual(
    (await told(page, "events")).filter(({ type }) => type === "failed").map(({ code }) => code),
    expected,
  );
});

test("what can hold nothing takes no content, and says so; it may be replaced", async (t) => {
  const page = await openWorkspace(t);
  await apply(page, [set("a", "<p><input id='field'><img id='picture' alt=''></p><hr id='line'>")]);
  const component = { id: "c", windowId: "a", target: "#line", type: "Chart" };
  const failed = await apply(page, [
    dom("set", "a", "#field", "x"),
    dom("append", "a", "#picture", "x"),
    op("component.render", component),
  ]);
  assert.deepEqual(codes(failed), Array(3).fill("UICP_TARGET_INVALID"));
  assert.match(failed.failed[0].message, /<input> at "#field"/);
  await apply(page, [dom("replace", "a", "#field", "<b>x</b>")]);
  assert.equal(await held(page, "a"), '<p><b>x</b><img id="picture" alt=""></p><hr id="line">');
});

test("component.render, update, destroy", async (t) => {
  const page = await openWorkspace(t);
  const render = (id, target, type) =>
    op("component.render", { id, windowId: "a", target, type, props: { n: 1, s: "<b>" } });
  await apply(page, [
    set("a", "<div id='x'></div><div id='y'></div>"),
    render("c", "#x", "gauge"),
    render("d", "#y", "constructor"),
  ]);
  const label = await page.evaluate(() => {
    const placeholder = window.adapter.content("a").querySelector("#x > section");
    return [placeholder.getAttribute("aria-label"), placeholder.textContent, placeholder.querySelector("b")];
  });
  assert.deepEqual(label, ["gauge", "gaugen1s<b>", null]);
  const warnings = (await told(page, "events")).filter(({ type }) => type === "warning");
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ["UICP_COMPONENT_UNKNOWN", "UICP_COMPONENT_UNKNOWN"],
  );

  assert.deepEqual(await apply(page, [op("component.update", { id: "c", props: { n: 2 } })]), all(1));
  assert.match(await held(page, "a"), /<dt>n<\/dt><dd>2<\/dd><dt>s<\/dt>/);
  await apply(page, [render("c", "#y", "gauge")]);
  assert.equal(await page.evaluate(() => window.adapter.content("a").querySelectorAll("section").length), 1);
  assert.deepEqual(await apply(page, [op("component.destroy", { id: "c" })]), all(1));
  assert.equal(await held(page, "a"), '<div id="x"></div><div id="y"></div>');
  // "d" went when "c" took its place.
  const gone = await apply(page, [
    op("component.destroy", { id: "c" }),
    op("component.update", { id: "d", props: {} }),
  ]);
  assert.deepEqual(codes(gone), ["UICP_COMPONENT_NOT_FOUND", "UICP_COMPONENT_NOT_FOUND"]);
});

test("state.set, get, patch, watch, unwatch", async (t) => {
  const page = await openWorkspace(t);
  const at = { scope: "window", key: "k", windowId: "a" };
  await apply(page, [
    set("a", "<p id='out'></p>"),
    op("state.watch", { ...at, selector: "#out" }),
    op("state.set", { ...at, value: { n: 1 } }),
    op("state.patch", { ...at, ops: [{ op: "toggle", path: "/on" }] }),
  ]);
  assert.equal(await held(page, "a"), '<p id="out"><dl><dt>n</dt><dd>1</dd><dt>on</dt><dd>true</dd></dl></p>');
  await told(page, "events");
  await apply(page, [op("state.get", at)]);
  assert.deepEqual((await told(page, "events")).find(({ type }) => type === "state.get").value, { n: 1, on: true });
  await apply(page, [op("state.unwatch", at), op("state.set", { ...at, value: "later" })]);
  assert.match(await held(page, "a"), /true/);
  const value = () => page.evaluate(() => window.adapter.state.get("window", "k", "a"));
  assert.equal(await value(), "later");
  assert.deepEqual(codes(await apply(page, [op("state.patch", { ...at, ops: [{ op: "merge", value: {} }] })])), [
    "UICP_STATE_INVALID",
  ]);
  await apply(page, [op("window.close", { id: "a" })]);
  assert.equal(await value(), undefined);
});

test("api.call: an intent, a file, a request, and what nobody knows", async (t) => {
  const page = await openWorkspace(t);
  await page.evaluate(() => {
    window.asked = [];
    const fetch = async (url, options) => {
      window.asked.push([url, options.method, options.body, options.credentials]);
      return new Response('{"ok":true}', { headers: { "content-type": "application/json" } });
    };
    const fs = { writeTextFile: async (...file) => void window.asked.push(file) };
    Object.assign(window, window.make({ fetch, fs, allowOrigins: ["https://api.example"] }));
  });
  const call = (url, body, more) => op("api.call", { method: "POST", url, body, ...more });
  const into = { scope: "global", key: "r" };
  const outcome = await apply(page, [
    call("uicp://intent", { text: "hello" }),
    call("tauri://fs/writeTextFile", { path: "a.txt", contents: "x" }),
    call("https://api.example/x", { a: 1 }, { into }),
    call("teapot://brew"),
    call("https://other.example/"),
    call("tauri://fs/writeTextFile", { path: "../a.txt", contents: "x" }),
  ]);
  assert.deepEqual([outcome.applied, codes(outcome)], [4, ["UICP_EFFECT_DENIED", "UICP_EFFECT_FAILED"]]);
  assert.deepEqual(await told(page, "intents"), [{ text: "hello" }]);
  assert.deepEqual(await page.evaluate(() => window.asked), [
    ["a.txt", "x", "Desktop"],
    ["https://api.example/x", "POST", '{"a":1}', "omit"],
  ]);
  assert.deepEqual(await page.evaluate(() => window.adapter.state.get("global", "r")), {
    status: "ready",
    data: { ok: true },
  });
});

test("txn.cancel drops what was not applied, of one transaction or of all", async (t) => {
  const page = await openWorkspace(t);
  const of = (txnId, html) => ({ ...dom("append", "a", "#root", html), ...(txnId && { txnId }) });
  const outcomes = await page.evaluate(
    (batches) => Promise.all(batches.map((batch) => window.adapter.enqueue(batch))),
    [[of("t", "1"), of("u", "2"), of("", "3")], [op("txn.cancel", { id: "t" })], [of("", "4")]],
  );
  assert.deepEqual(outcomes, [{ applied: 2, skipped: 1, failed: [] }, all(1), all(1)]);
  assert.equal(await held(page, "a"), "234");
});
