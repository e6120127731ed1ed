// `coalesce`: turns that continue a text are read as the one turn that they make up, which says what it stands for.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { blake3, encodeTurn, init, Registry, TurnBatch } from "vitrine/turns";
import { pageOf } from "../support/page.mjs";

const fields = { 1: { name: "role", type: "string" }, 2: { name: "text", type: "string", optional: true } };
const versions = { 1: { fields } };
const bundle = { registry_version: 1, bundle_id: "b", types: { "t.Message": { versions }, "t.Delta": { versions } } };
const coalesce = { type: "t.Delta", into: "t.Message", field: "text" };

before(() => init());

/** A page of turns `[id, parent, type, value or payload]`. */
function project(turns, options = { coalesce }, registry = new Registry(bundle)) {
  const items = turns.map(([id, parent, typeId, value]) => {
    const payload = value instanceof Uint8Array ? value : encodeTurn({ typeId, typeVersion: 1 }, value, registry);
    return { id, parent, depth: id, typeId, hash: blake3(payload), payload };
  });
  return new TurnBatch(pageOf(items)).project(registry, options);
}

const texts = (turns) => turns.map((turn) => [turn.turn_id, turn.data?.text, turn.coalesced]);

const START = [1, 0, "t.Message", { role: "assistant", text: "Hel" }];
const MORE = [
  [2, 1, "t.Delta", { text: "lo, " }],
  [3, 2, "t.Delta", { text: "world" }],
];

test("a run is merged into the turn that it follows, and named by it", () => {
  const turns = project([START, ...MORE, [4, 3, "t.Message", { role: "user", text: "Hi" }]]);
  assert.deepEqual(texts(turns), [["1", "Hello, world", ["2", "3"]], ["4", "Hi", undefined]]); // biome-ignore format: rows
  assert.deepEqual(turns[0].data, { role: "assistant", text: "Hello, world" });
  assert.equal(turns[0].declared_type.type_id, "t.Message");
});

test("a run whose start is on another page is merged into its own first turn", () => {
  assert.deepEqual(texts(project(MORE)), [["2", "lo, world", ["3"]]]);
});

test("a turn without text yet takes the text of its run", () => {
  assert.deepEqual(texts(project([[1, 0, "t.Message", { role: "assistant" }], ...MORE])), [["1", "lo, world", ["2", "3"]]]); // biome-ignore format: one line
});

test("a delta that leaves its text out is an empty one", () => {
  const turns = project([START, [2, 1, "t.Delta", {}], [3, 2, "t.Delta", { text: "lo" }]]);
  assert.deepEqual(texts(turns), [["1", "Hello", ["2", "3"]]]);
});

test("a run ends where the chain ends, and at a turn that cannot be read", () => {
  const elsewhere = [9, 1, "t.Delta", { text: "!" }];
  const broken = [4, 3, "t.Delta", Uint8Array.of(0xc1)];
  const turns = project([START, ...MORE, broken, [5, 4, "t.Delta", { text: "after" }], elsewhere]);
  assert.deepEqual(texts(turns), [
    ["1", "Hello, world", ["2", "3"]],
    ["4", undefined, undefined],
    ["5", "after", undefined],
    ["9", "!", undefined],
  ]);
  assert.equal(turns[1].error.code, "DecodeError");
});

test("without the option, and where nothing is to merge, every turn is itself", () => {
  assert.equal(project([START, ...MORE], {}).length, 3);
  assert.deepEqual(project([START]), project([START], {}));
});

test("what only shows as text is not joined", () => {
  const kinds = { bytes: "qg==", u64: "1", timestamp_ms: "1970-01-01T00:00:00.000Z" };
  for (const [type, text] of Object.entries(kinds)) {
    const fields = { 1: { name: "role", type: "string", optional: true }, 2: { name: "text", type } };
    const versions = { 1: { fields } };
    const types = { "t.Message": { versions }, "t.Delta": { versions } };
    const turns = [
      [1, 0, "t.Message", { text }],
      [2, 1, "t.Delta", { text }],
      [3, 2, "t.Delta", { text }],
    ];
    const shown = project(turns, { coalesce }, new Registry({ ...bundle, types }));
    assert.deepEqual(
      texts(shown),
      [1, 2, 3].map((id) => [String(id), text, undefined]),
      type,
    );
  }
});

test("an option that names nothing is refused", () => {
  for (const bad of [null, {}, { ...coalesce, field: "" }, { ...coalesce, type: 5 }]) {
    assert.throws(() => project([START], { coalesce: bad }), { code: "BadRequest", message: /coalesce/ });
  }
});
