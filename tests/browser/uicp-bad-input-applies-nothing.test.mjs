// Promise: what is wrong is refused whole, told once with a pointer, applied nowhere, and no rejection goes unhandled:
// in the page of these tests one would fail them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { all, apply, dom, held, openWorkspace, set, told } from "./support/workspace.mjs";

test("a batch with one mistake is refused whole, and told with its pointer, hint and trace", async (t) => {
  const page = await openWorkspace(t);
  const refused = await page.evaluate(async () => {
    const batch = [
      { op: "dom.set", params: { windowId: "a", target: "#root", html: "x" } },
      { op: "window.create", traceId: "t1", params: { title: "x", width: 5 } },
    ];
    // Nobody looks at this one.
    window.adapter.enqueue(batch);
    return window.adapter.enqueue(batch).catch(({ name, pointer, issues }) => [name, pointer, issues.length]);
  });
  assert.deepEqual(refused, ["UICPValidationError", "/1/params/width", 1]);
  const problems = await told(page, "problems");
  assert.equal(problems.length, 2);
  assert.deepEqual([problems[0].pointer, problems[0].traceId], ["/1/params/width", "t1"]);
  assert.ok(problems[0].hint.length > 10);
  await page.evaluate(() => window.frame());
  assert.equal(await page.evaluate(() => window.root.childElementCount), 0);
});

test("values that misbehave", async (t) => {
  const page = await openWorkspace(t);
  const names = await page.evaluate(async () => {
    const cyclic = [{ op: "txn.cancel", params: {} }];
    cyclic[0].params.id = cyclic;
    const throwing = [
      {
        op: "txn.cancel",
        get params() {
          throw new Error("mine");
        },
      },
    ];
    const deep = "[".repeat(100_000);
    const long = "x".repeat(1 << 20);
    const inputs = [
      ...[undefined, null, 1, Symbol("x"), () => 1, "{", deep, long, cyclic, throwing, { __proto__: [] }],
      ...[new Uint8Array([0xff]), [{ op: "constructor", params: {} }], [{ op: "__proto__", params: {} }]],
      Array(65).fill({ op: "txn.cancel", params: {} }),
    ];
    const refusals = inputs.map((input) => window.adapter.enqueue(input).catch(({ name }) => name));
    return Promise.all(refusals);
  });
  assert.deepEqual(new Set(names), new Set(["UICPValidationError"]));
  assert.equal((await told(page, "problems")).length, names.length);
});

test("a command that is no batch is a problem, not an error; its window works on", async (t) => {
  const page = await openWorkspace(t);
  const commands = [
    "{",
    '[{"op":"window.close"}]',
    JSON.stringify([dom("set", "a", "#x", "{{value}}".repeat(17))]),
    '[{"op":"dom.set","params":{"windowId":"a","target":"#x","html":"{{form.t}}"}}]',
  ];
  const buttons = commands.map(
    (command, index) => `<button data-command='${command}' id="b${index}">${index}</button>`,
  );
  await apply(page, [set("a", `<form><input name="t">${buttons.join("")}</form><p id="x"></p>`)]);
  // The one with too many tokens lost its command where it was sanitised, and that was told.
  const removed = (await told(page, "events")).find(({ type }) => type === "removed");
  assert.deepEqual(
    removed.removed.map(({ name, reason }) => [name, reason]),
    [["data-command", "it has more than 16 tokens"]],
  );
  for (const index of [0, 1, 2]) await page.locator(`#b${index}`).click();
  await page.evaluate(() => window.frame());
  assert.equal((await told(page, "problems")).length, 2);
  // A budget holds after the tokens were replaced, too.
  await page.locator("[name=t]").fill("é".repeat(33_000));
  await page.locator("#b3").click();
  await page.evaluate(() => window.frame());
  const [problem] = await told(page, "problems");
  assert.equal(problem.pointer, "/0/params/html");
  await page.locator("[name=t]").fill("fine");
  await page.locator("#b3").click();
  await page.locator("#x", { hasText: "fine" }).waitFor();
});

test("listeners, ports and stores that fail stop nothing", async (t) => {
  const page = await openWorkspace(t);
  const found = await page.evaluate(async () => {
    const fail = () => {
      throw new Error("theirs");
    };
    const told = [];
    console.error = (error) => told.push(String(error));
    const { adapter } = window.make({
      onEvent: fail,
      onProblem: async () => fail(),
      permissions: fail,
      onIntent: fail,
      logStore: { load: async () => fail(), save: async () => fail() },
    });
    adapter.registerWindowLifecycle(fail);
    const outcome = await adapter.enqueue([
      { op: "dom.set", params: { windowId: "a", target: "#root", html: "x" } },
      { op: "api.call", params: { method: "POST", url: "uicp://intent", body: { text: "x" } } },
    ]);
    await new Promise((resolve) => setTimeout(resolve, 400));
    return [outcome.applied, outcome.failed.map(({ code }) => code), new Set(told).size];
  });
  assert.deepEqual(found, [1, ["UICP_EFFECT_DENIED"], 1]);
});

test("an effect, an answer or a log that comes after its module began anew is told, and thrown at nobody", async (t) => {
  const page = await openWorkspace(t);
  const problems = await page.evaluate(async () => {
    let answer;
    const asked = new Promise((resolve) => {
      window
        .make({
          allowOrigins: "*",
          fetch: () => {
            resolve();
            return new Promise((come) => {
              answer = come;
            });
          },
        })
        .adapter.enqueue([{ op: "api.call", params: { method: "GET", url: "https://api.example/" } }]);
    });
    await asked;
    const { root, adapter } = window.make();
    const body = { textPrompt: "Which one?" };
    adapter.enqueue([{ op: "api.call", params: { method: "POST", url: "uicp://intent", body } }]);
    await window.frame();
    const saved = window.make({ logStore: { load: async () => [], save: async () => {} } });
    await window.frame();
    await saved.adapter.enqueue([{ op: "window.create", params: { id: "a", title: "a" } }]);
    await window.frame();
    await window.vitrine.reinit();
    window.problems.splice(0);
    answer(new Response("late"));
    const { until } = await import("/support/until.mjs");
    await until(() => window.problems.length === 2);
    return [root.childElementCount > 0, window.problems.map(({ message }) => message)];
  });
  assert.equal(problems[0], true);
  assert.equal(problems[1].length, 2, problems[1].join("\n"));
  for (const message of problems[1]) assert.match(message, /adapter was made before reinit\(\)/);
});

test("text that only looks like an attack is kept, an attack that does not is not", async (t) => {
  const page = await openWorkspace(t);
  const text = "<p>javascript: the good parts, onclick=, &lt;script&gt;</p>";
  const keeps = '<form><input name="title" data-x="{{y}}"><button data-command="[]">{{value}}</button></form>';
  await apply(page, [set("a", `${text}${keeps}<img/onerror=alert(1) alt=x><a href="java\tscript:alert(1)">x</a>`)]);
  assert.equal(await held(page, "a"), `${text}${keeps}<img alt="x"><a>x</a>`);
  assert.deepEqual(await apply(page, [set("a", "<script>alert(1)</script>")]), all(1));
  assert.equal(await held(page, "a"), "");
});

test("a destroyed adapter refuses, and is silent", async (t) => {
  const page = await openWorkspace(t);
  const found = await page.evaluate(async () => {
    const waiting = window.adapter.enqueue([{ op: "dom.set", params: { windowId: "a", target: "#root", html: "x" } }]);
    window.adapter.destroy();
    window.adapter.destroy();
    const after = await window.adapter.enqueue([]).catch(({ code }) => code);
    return [await waiting, after, window.root.childElementCount];
  });
  assert.deepEqual(found, [{ applied: 0, skipped: 1, failed: [] }, "Destroyed", 0]);
});
