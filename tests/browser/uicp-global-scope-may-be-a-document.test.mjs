// Promise: the scope `global` of an adapter is an item of a state document where the app says so, and mounts nothing.

import assert from "node:assert/strict";
import { test } from "node:test";
import { apply, op, openWorkspace, told } from "./support/workspace.mjs";

const set = (key, value, scope = "global") => op("state.set", { scope, key, value });

/** An adapter over a document that has `ALPHA` in its scope, and what the document wrote. */
async function openDocument(t) {
  const page = await openWorkspace(t);
  await page.evaluate(async () => {
    const { init, StateDocument, documentScope } = window.vitrine;
    await init({ modules: ["state"] });
    const document = new StateDocument();
    document.run(["project", "chat", "set", "item", "ui/global/alpha", '{"B": [1]}']);
    const written = [];
    const onWrite = (writes) => written.push(...writes.map(({ path }) => path));
    const scope = documentScope(document, { path: "UI/GLOBAL", onWrite });
    const item = (path) => document.run(["project", "chat", "get", "item", path]);
    Object.assign(window, { scope, item, written, ...window.make({ global: scope }) });
  });
  return page;
}

const state = (page, key) => page.evaluate((key) => window.adapter.state.get("global", key), key);
const item = (page, path) => page.evaluate((path) => window.item(path), path);

test("what is in the document is in the scope, and what is set is in the document", async (t) => {
  const page = await openDocument(t);
  assert.deepEqual(await state(page, "ALPHA"), { B: [1] });
  await apply(page, [set("NAME", "Ada"), set("ALPHA", null), set("X", 1, "workspace")]);
  assert.equal((await item(page, "ui/global")).stdout, '{\n  "ALPHA": null,\n  "NAME": "Ada"\n}\n');
  assert.deepEqual(await page.evaluate(() => window.written), ["state.json", "state.json"]);

  await page.evaluate(() => Object.assign(window, window.make({ global: window.scope })));
  assert.equal(await state(page, "NAME"), "Ada");
  assert.deepEqual(await told(page, "problems"), []);
});

test("a value that expires goes from the document", async (t) => {
  const page = await openDocument(t);
  await apply(page, [op("state.set", { scope: "global", key: "SOON", value: 1, ttlMs: 1500 })]);
  assert.equal((await item(page, "ui/global/soon")).stdout, "1\n");
  await page.waitForFunction(() => window.item("ui/global/soon").exitCode === 3);
});

test("what the document does not take is told, and mounts no file", async (t) => {
  const page = await openDocument(t);
  for (const [key, value] of [
    ["my_key", 1],
    ["A/B", 1],
    ["A", "ref file://state.json"],
    ["A", { B: ["ref file:///etc/hosts {}"] }],
    ["A", { b: 1 }],
  ]) {
    await apply(page, [set(key, value)]);
    const [problem, ...more] = await told(page, "problems");
    assert.match(problem.message, /A value of the document: expected keys such as MY-KEY/);
    assert.deepEqual(more, []);
    assert.deepEqual(await state(page, key), value);
  }
  assert.equal((await item(page, "ui/global")).stdout, '{\n  "ALPHA": {\n    "B": [\n      1\n    ]\n  }\n}\n');
});

test("a document that cannot be read is no empty one, and what is looked at is what is stored", async (t) => {
  const page = await openWorkspace(t);
  const found = await page.evaluate(async () => {
    const { init, StateDocument, documentScope } = window.vitrine;
    await init({ modules: ["state"] });
    const code = (does) => {
      try {
        return does();
      } catch ({ name, code }) {
        return [name, code];
      }
    };
    const scopeOf = (root, path = "UI") => documentScope(new StateDocument(root ? { root } : {}), { path });
    const broken = scopeOf("{");
    const document = new StateDocument({ shards: { "OPS.json": "{}" } });
    const scope = documentScope(document, { path: "UI" });
    const circle = {};
    circle.A = circle;
    let deep = 1;
    for (let i = 0; i < 200; i++) deep = [deep];
    let reads = 0;
    const two = {
      get A() {
        return reads++ ? "ref file://OPS.json" : "x";
      },
    };
    scope.save("TWO", two);
    scope.save("HALF", { TEXT: "cut \ud83d, \\ud83d and \ud83d\ude00" });
    return [
      [
        () => broken.load(),
        () => broken.save("A", undefined),
        () => scopeOf(undefined, "my_key").load(),
        () => scope.save(1, 0),
        () => scope.save("A", circle),
        () => scope.save("A", () => {}),
        () => scope.save("A", deep),
        () => scope.save("A", undefined),
      ].map(code),
      scope.load(),
      document.run(["project", "chat", "get", "item", "ui/two/a"]).stdout,
    ];
  });
  const refused = ["VitrineError", "Unprocessable"];
  const none = ["VitrineError", "BadRequest"];
  assert.deepEqual(found, [
    [refused, refused, refused, refused, none, none, refused, undefined],
    [
      ["TWO", { A: "x" }],
      ["HALF", { TEXT: "cut \ufffd, \\ud83d and \ud83d\ude00" }],
    ],
    '"x"\n',
  ]);
});
