// Promise: StateDocument holds the files it was given and those it wrote, says what changed, and refuses what is no text.

import assert from "node:assert/strict";
import test, { before } from "node:test";
import { documentScope, init, StateDocument, VitrineError } from "vitrine/state";

before(() => init());

const set = (...rest) => ["project", "chat", "set", "item", ...rest];
const get = (path) => ["project", "chat", "get", "item", path];

test("what was written is there, and is what the next command reads", () => {
  const document = new StateDocument();
  assert.equal(document.root, undefined);
  assert.deepEqual(document.shards, {});
  const made = document.run(set("ops", "ref file://dir/OPS.json {}"));
  assert.deepEqual(
    made.writes.map(({ path }) => path),
    ["dir/OPS.json", "state.json"],
  );
  const { exitCode, stdout, stderr, writes } = document.run(set("ops/owner", "Ada"));
  assert.deepEqual([exitCode, stdout, stderr], [0, "", ""]);
  assert.deepEqual(writes, [{ path: "dir/OPS.json", text: '{\n  "OWNER": "Ada"\n}\n' }]);
  assert.deepEqual(document.shards, { "dir/OPS.json": writes[0].text });
  assert.equal(document.root, made.writes[1].text);

  const again = new StateDocument({ root: document.root, shards: document.shards });
  assert.equal(again.run(get("ops/owner")).stdout, '"Ada"\n');
});

test("a refusal leaves every text as it was", () => {
  const document = new StateDocument();
  document.run(set("a", "1"));
  const before = document.root;
  const { exitCode, stdout, stderr, writes } = document.run(set("a_b", "1"));
  assert.deepEqual([exitCode, stdout, writes], [2, "", []]);
  assert.equal(stderr, '"a_b": "_" is not allowed in a key; try A-B\n');
  assert.equal(document.root, before);
});

test("the path of the root is the base of references", () => {
  const shards = { "state/x.json": "1", "x.json": "2" };
  const inState = new StateDocument({ path: "state/state.json", shards });
  inState.run(set("a", "ref file://state/x.json"));
  inState.run(set("b", "ref file://x.json"));
  assert.deepEqual([inState.run(get("a")).stdout, inState.run(get("b")).stdout], ["1\n", "1\n"]);
});

test("the clock, files and standard input are those that are passed", () => {
  const document = new StateDocument();
  document.run(["chat", "create", "goal", "g"]);
  document.run(["chat", "create", "request", "g", "s"]);
  document.run(["chat", "append", "event", "g", "s"], { now: "2024-01-02T03:04:05Z" });
  document.run(["chat", "append", "event", "g", "s"]);
  const { EVENTS } = JSON.parse(document.root).GOALS.G["SUB-GOALS"].S;
  assert.deepEqual(
    EVENTS.map((event) => event["CREATED-AT"]),
    ["2024-01-02T03:04:05Z", null],
  );
  const text = document.root;
  const other = new StateDocument();
  assert.equal(other.run(["chat", "state", "apply", "-"], { stdin: text }).exitCode, 0);
  assert.equal(other.root, text);
  assert.equal(other.run(["chat", "state", "dump", "--from", "s.json"], { files: { "s.json": "[]" } }).exitCode, 0);
});

test("names of JavaScript are names of files, and no keys", () => {
  const shards = JSON.parse('{"__proto__": "1", "constructor": "2"}');
  const document = new StateDocument({ shards });
  document.run(set("a", "ref file://__proto__"));
  document.run(set("b", "ref file://constructor"));
  assert.deepEqual([document.run(get("a")).stdout, document.run(get("b")).stdout], ["1\n", "2\n"]);
  assert.deepEqual(Object.keys(document.shards).sort(), ["__proto__", "constructor"]);
  assert.equal(document.run(set("c", '{"__proto__": 1}')).exitCode, 2);
});

test("what no disk would take is no file here either, and one file has one text", () => {
  const init = (path) => new StateDocument().run(set("s", `ref file://${path} {}`));
  for (const path of [".", "..", "dir/", "a/.."]) {
    const { exitCode, stderr, writes } = init(path);
    assert.deepEqual([exitCode, writes], [3, []], path);
    assert.match(stderr, /it names a folder/);
  }
  for (const path of ["state.json.lock", "./state.json.journal"]) {
    const { exitCode, stderr } = init(path);
    assert.equal(exitCode, 3, path);
    assert.match(stderr, /lock or journal/);
  }
  assert.throws(() => new StateDocument({ shards: { "A.json": "1", "./A.json": "2" } }), {
    code: "BadRequest",
    message: /"\.\/A\.json".*another path of the same file/,
  });
});

test("a scope refuses what JSON would lose", () => {
  const scope = documentScope(new StateDocument(), { path: "UI" });
  for (const lost of [Number.NaN, Number.POSITIVE_INFINITY, { A: Number.NaN }, new Map([["A", 1]]), [new Set()]])
    assert.throws(() => scope.save("K", lost), { code: "BadRequest" });
  scope.save("K", { A: null });
  assert.deepEqual(scope.load(), [["K", { A: null }]]);
});

test("what is no text is refused", () => {
  const refused = { name: "VitrineError", code: "BadRequest", message: /expected a string, found/ };
  assert.throws(() => new StateDocument({ root: {} }), refused);
  assert.throws(() => new StateDocument({ path: 5 }), refused);
  assert.throws(() => new StateDocument({ shards: { a: null } }), refused);
  const document = new StateDocument();
  assert.throws(() => document.run(["chat", 5]), refused);
  assert.throws(() => document.run(["chat", "latest"], { stdin: 5 }), refused);
  assert.throws(() => document.run(["chat", "latest"], { files: { a: 5 } }), refused);
  assert.ok(VitrineError);
});

test("a document is freed once, and may be so by using", () => {
  const document = new StateDocument();
  document[Symbol.dispose]();
  document.free();
  assert.throws(() => document.run(["chat", "latest"]), { code: "StaleHandle" });
});
