// Promise: what is queued is applied once, in order, all that is due in one frame; what fails stops nothing else, what
// was cancelled never comes, and leaving out what a later operation contains changes nothing that is seen.

import assert from "node:assert/strict";
import { test } from "node:test";
import { all, apply, dom, held, op, openWorkspace, set, told } from "./support/workspace.mjs";

test("a failing operation between good ones, in its own and in another window", async (t) => {
  const page = await openWorkspace(t);
  const outcome = await apply(page, [
    set("a", "<p id='p'></p>"),
    dom("append", "a", "#nowhere", "x"),
    dom("append", "a", "#p", "1"),
    op("component.update", { id: "none", props: {} }),
    set("b", "B"),
  ]);
  assert.equal(outcome.applied, 3);
  assert.deepEqual(
    outcome.failed.map(({ index, code }) => [index, code]),
    [
      [1, "UICP_TARGET_NOT_FOUND"],
      [3, "UICP_COMPONENT_NOT_FOUND"],
    ],
  );
  assert.deepEqual([await held(page, "a"), await held(page, "b")], ['<p id="p">1</p>', "B"]);
});

test("what is due is applied in one frame, and nothing before it", async (t) => {
  const page = await openWorkspace(t);
  const seen = await page.evaluate(async () => {
    const html = () => ["a", "b"].map((id) => window.adapter.content(id)?.innerHTML ?? "");
    const append = (windowId, html) => [{ op: "dom.append", params: { windowId, target: "#root", html } }];
    for (const id of ["a", "b"]) await window.adapter.enqueue(append(id, ""));
    // The clock stands: on a busy machine the time of a frame would be over before all is done, and the rest is the next one's.
    const now = performance.now();
    performance.now = () => now;
    const outcomes = [append("a", "1"), append("b", "2"), append("a", "3")].map((batch) =>
      window.adapter.enqueue(batch),
    );
    const before = html();
    await Promise.resolve();
    const still = html();
    const [after] = await Promise.all([
      new Promise((resolve) => requestAnimationFrame(() => resolve(html()))),
      ...outcomes,
    ]);
    return { before, still, after };
  });
  assert.deepEqual(seen, { before: ["", ""], still: ["", ""], after: ["13", "2"] });
});

test("two identical clicks apply twice; set, append, set applies three times", async (t) => {
  const page = await openWorkspace(t);
  const command = JSON.stringify([dom("append", "a", "#log", "x")]);
  await apply(page, [set("a", `<p id="log"></p><button data-command='${command}'>Add</button>`)]);
  const button = page.locator("button", { hasText: "Add" });
  await button.click();
  await button.click();
  await page.evaluate(() => window.frame());
  assert.match(await held(page, "a"), /^<p id="log">xx<\/p>/);
  const outcome = await apply(page, [set("a", "s"), dom("append", "a", "#root", "a"), set("a", "s")]);
  assert.deepEqual([outcome, await held(page, "a")], [all(3), "s"]);
});

test("an idempotency key holds back what succeeded, and not what failed", async (t) => {
  const page = await openWorkspace(t);
  const keyed = (target) => [{ ...dom("append", "a", target, "1"), idempotencyKey: "k" }];
  assert.equal((await apply(page, keyed("#nowhere"))).failed.length, 1);
  assert.deepEqual(await apply(page, keyed("#root")), all(1));
  assert.deepEqual(await apply(page, keyed("#root")), { applied: 0, skipped: 1, failed: [] });
  // A window that was opened anew is filled anew.
  await apply(page, [op("window.close", { id: "a" })]);
  assert.deepEqual(await apply(page, [set("a", "same"), set("b", "same")]), all(2));
  await apply(page, [op("window.close", { id: "b" })]);
  assert.deepEqual(await apply(page, [set("b", "same")]), all(1));
  assert.equal(await held(page, "b"), "same");
});

test("stop drops all that waits, however much it is, and locks", async (t) => {
  const page = await openWorkspace(t);
  const found = await page.evaluate(async () => {
    const append = { op: "dom.append", params: { windowId: "a", target: "#root", html: "<p>x</p>" } };
    await window.adapter.enqueue([append]);
    const waiting = Array.from({ length: 100 }, () => window.adapter.enqueue(Array(64).fill(append)));
    window.adapter.stop();
    const outcomes = await Promise.all(waiting);
    for (let frames = 0; frames < 10; frames++) await window.frame();
    const skipped = outcomes.reduce((sum, outcome) => sum + outcome.skipped, 0);
    return { skipped, there: window.adapter.content("a").childElementCount, locked: window.adapter.locked };
  });
  assert.deepEqual(found, { skipped: 6400, there: 1, locked: true });
});

test("what an agent offers waits, unless it has control", async (t) => {
  const page = await openWorkspace(t);
  const found = await page.evaluate(async () => {
    const { adapter } = window;
    const batch = (html) => [{ op: "dom.append", params: { window_id: "a", target: "#root", html } }];
    const seen = () => adapter.content("a")?.textContent ?? "";
    const steps = [];
    adapter.control.suppressAutoApply = true;
    steps.push([await adapter.offer(batch("0")), adapter.pending, seen()]);
    adapter.control.suppressAutoApply = false;
    steps.push([await adapter.offer(batch("1")), adapter.pending?.[0].params.windowId, seen()]);
    steps.push([(await adapter.acceptPending()).applied, adapter.pending, seen()]);
    adapter.control.full = true;
    steps.push([(await adapter.offer(batch("2"))).applied, adapter.pending, seen()]);
    adapter.stop();
    steps.push([await adapter.offer(batch("3")), adapter.pending?.length, seen()]);
    adapter.rejectPending();
    adapter.unlock();
    steps.push([(await adapter.offer(batch("4"))).applied, adapter.pending, seen()]);
    return steps;
  });
  assert.deepEqual(found, [
    [null, null, ""],
    [null, "a", ""],
    [1, null, "1"],
    [1, null, "12"],
    [null, 1, "12"],
    [1, null, "124"],
  ]);
  assert.equal((await told(page, "events")).filter(({ type }) => type === "pending").length, 2);
});

test("commands wait for a root that is not in the page yet", async (t) => {
  const page = await openWorkspace(t);
  const found = await page.evaluate(async () => {
    const root = document.createElement("main");
    const adapter = window.vitrine.createAdapter({ root });
    const outcome = adapter.enqueue([{ op: "window.create", params: { id: "a", title: "A" } }]);
    for (let frames = 0; frames < 5; frames++) await window.frame();
    const before = root.childElementCount;
    document.body.append(root);
    return [before, (await outcome).applied, root.childElementCount];
  });
  assert.deepEqual(found, [0, 1, 1]);
});

test("however batches are cut into frames, the page is the same", async (t) => {
  const page = await openWorkspace(t);
  const differences = await page.evaluate(async () => {
    // A small generator of its own: the same operations for both ways, on every machine.
    let seed = 5606;
    const random = (below) => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return Math.floor((seed / 2 ** 32) * below);
    };
    const pick = (list) => list[random(list.length)];
    const markup = () =>
      pick([
        '<p id="x">1</p>',
        '<div id="y"><b id="x">2</b><input data-state-scope="global" data-state-key="k"></div>',
        '<ul id="x"><li id="y"></li></ul>text',
        "",
        '<section id="z"><p id="x"></p></section><p id="y"></p>',
      ]);
    const make = () => {
      const windowId = pick(["a", "b"]);
      const place = { windowId, target: pick(["#root", "#x", "#y", "#z", "p", "y"]), html: markup() };
      const state = { scope: "global", key: "k" };
      return pick([
        { op: "dom.set", params: place },
        { op: "dom.set", params: { ...place, target: pick(["#root", "#x"]) } },
        { op: "dom.append", params: place },
        { op: "dom.replace", params: place },
        { op: "state.set", params: { ...state, value: pick(["t", [1, 2], { a: 1 }, null]) } },
        { op: "state.watch", windowId, params: { ...state, selector: pick(["#x", "#y"]) } },
        { op: "window.focus", params: { id: windowId } },
        { op: "window.close", params: { id: windowId } },
        { op: "component.render", params: { ...place, html: undefined, id: pick(["c", "d"]), type: "t" } },
      ]);
    };
    const clean = (operations) => JSON.parse(JSON.stringify(operations));
    const found = [];
    for (let round = 0; round < 60; round++) {
      const operations = clean(Array.from({ length: 2 + random(24) }, make));
      const one = window.make();
      const each = window.make();
      await one.adapter.enqueue(operations);
      for (const operation of operations) await each.adapter.enqueue([operation]);
      const [a, b] = [window.look(one.root), window.look(each.root)];
      if (a !== b) found.push({ operations, a, b });
      for (const { adapter, root } of [one, each]) {
        adapter.destroy();
        root.remove();
      }
    }
    return found.slice(0, 1);
  });
  assert.deepEqual(differences, []);
});

test("a key among the parameters of a call counts like the envelope's; a contained operation keeps its own", async (t) => {
  const page = await openWorkspace(t);
  const found = await page.evaluate(async () => {
    let asked = 0;
    const fetch = async () => new Response(String(++asked));
    const { adapter } = window.make({ fetch, allowOrigins: "*" });
    const call = (params, more) => [
      { op: "api.call", params: { method: "POST", url: "https://api.example/", ...params }, ...more },
    ];
    const outcomes = [];
    for (const batch of [
      call({ idempotencyKey: "k" }),
      call({ idempotencyKey: "k" }),
      JSON.stringify(call({ idempotency_key: "k" })),
      call({}, { idempotencyKey: "k" }),
      call({ idempotencyKey: "other" }),
    ])
      outcomes.push(await adapter.enqueue(batch));
    return [asked, outcomes.map(({ applied, skipped }) => applied - skipped)];
  });
  assert.deepEqual(found, [2, [1, -1, -1, -1, 1]]);

  const one = { ...set("a", "one"), idempotencyKey: "one" };
  assert.deepEqual(await apply(page, [one, set("a", "two")]), all(2));
  assert.deepEqual(await apply(page, [one]), { applied: 0, skipped: 1, failed: [] });
  assert.equal(await held(page, "a"), "two");
});

test("two questions in one batch have a window each", async (t) => {
  const page = await openWorkspace(t);
  const found = await page.evaluate(async () => {
    const ask = (number) => {
      const body = { title: `Q${number}`, fields: [{ name: `q${number}`, label: "L" }] };
      const into = { scope: "workspace", key: `r${number}` };
      return { op: "api.call", params: { method: "POST", url: "uicp://intent", body, into } };
    };
    await window.adapter.enqueue([ask(1), ask(2)]);
    await window.frame();
    const windows = window.adapter.listWorkspaceWindows();
    const asked = windows.map(({ id, title }) => [title, window.adapter.content(id).querySelector("input").name]);
    return [asked, ["r1", "r2"].map((key) => window.adapter.state.get("workspace", key).status)];
  });
  assert.deepEqual(found, [
    [
      ["Q1", "q1"],
      ["Q2", "q2"],
    ],
    ["loading", "loading"],
  ]);
});

test("a watch that no place can have stops nothing, and is told", async (t) => {
  const page = await openWorkspace(t);
  const at = { scope: "workspace", key: "k" };
  const watch = op("state.watch", { ...at, selector: "p[" }, { windowId: "a" });
  assert.deepEqual(await apply(page, [watch]), all(1));
  const append = {
    ...op("dom.append", { windowId: "a", target: "#root", html: "x" }),
    idempotencyKey: "i",
  };
  assert.deepEqual(await apply(page, [append]), all(1));
  assert.deepEqual(await apply(page, [append]), { applied: 0, skipped: 1, failed: [] });
  assert.deepEqual(await apply(page, [op("state.set", { ...at, value: 1 })]), all(1));
  assert.equal(await held(page, "a"), "x");
  const warnings = (await told(page, "events")).filter(({ type }) => type === "warning");
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ["UICP_TARGET_INVALID"],
  );
});

test("what is refused is told with its trace, whatever form it has", async (t) => {
  const page = await openWorkspace(t);
  const batch = [op("txn.cancel", {}), op("nope", {}, { traceId: "tr" })];
  for (const form of ["value", "text", "bytes"]) {
    await page.evaluate(
      ([form, text]) => {
        const forms = { value: JSON.parse(text), text, bytes: new TextEncoder().encode(text) };
        return window.adapter.enqueue(forms[form]).catch(() => {});
      },
      [form, JSON.stringify(batch)],
    );
    assert.deepEqual(
      (await told(page, "problems")).map(({ traceId }) => traceId),
      ["tr"],
      form,
    );
  }
});

test("what an agent sets while a person types is not undone when the person leaves", async (t) => {
  const page = await openWorkspace(t);
  const markup = '<input aria-label="in" data-state-scope="window" data-state-key="t"><button>other</button>';
  await apply(page, [set("a", markup)]);
  const input = page.getByLabel("in");
  await input.click();
  await page.keyboard.type("hey");
  await apply(page, [op("state.set", { scope: "window", key: "t", value: "agent" }, { windowId: "a" })]);
  assert.equal(await input.inputValue(), "hey");
  await page.getByRole("button", { name: "other" }).focus();
  assert.equal(await page.evaluate(() => window.adapter.state.get("window", "t", "a")), "agent");
  assert.equal(await input.inputValue(), "agent");
});

test("workspaces without ids name their windows apart, and one that is moved keeps its styles", async (t) => {
  const page = await openWorkspace(t);
  const found = await page.evaluate(async () => {
    const create = [{ op: "window.create", params: { id: "a", title: "a" } }];
    const made = [window.make(), window.make()];
    for (const { adapter } of made) await adapter.enqueue(create);
    const ids = [...document.querySelectorAll("h2")].map(({ id }) => id);
    const root = document.createElement("div");
    root.style.height = "300px";
    const late = window.vitrine.createAdapter({ root });
    const queued = late.enqueue(create);
    const host = document.body.appendChild(document.createElement("div"));
    host.attachShadow({ mode: "open" }).append(root);
    await queued;
    return [new Set(ids).size === ids.length, getComputedStyle(root.querySelector("section")).position];
  });
  assert.deepEqual(found, [true, "absolute"]);
});
