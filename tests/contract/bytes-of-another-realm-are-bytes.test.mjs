// Promise: a Uint8Array that another realm made is bytes, as it is where a test runner gives its tests a realm of their own
// and Node's Buffers come from outside of it. What only calls itself one is not.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { runInNewContext } from "node:vm";
import * as vitrine from "vitrine";
import { bundle, page, projected } from "../support/page.mjs";

const TYPE = { typeId: "com.example.Note", typeVersion: 1 };

before(() => vitrine.init());

/** The same bytes, whose class is not this realm's. */
function foreign(bytes) {
  const made = runInNewContext("Uint8Array.from(bytes)", { bytes: [...bytes] });
  assert.ok(!(made instanceof Uint8Array));
  return made;
}

const text = (value) => new TextEncoder().encode(JSON.stringify(value));

test("turns: a page, a payload, a hash, a value to write", () => {
  const registry = new vitrine.Registry(bundle);
  const batch = new vitrine.TurnBatch(foreign(page()));
  assert.deepEqual(batch.project(registry), [projected]);
  const payload = batch.payload(0);
  const expected = vitrine.projectPayload(payload, TYPE, registry);
  assert.deepEqual(vitrine.projectPayload(foreign(payload), TYPE, registry), expected);
  assert.deepEqual(vitrine.blake3(foreign(payload)), vitrine.blake3(payload));

  const bytes = new vitrine.Registry({
    registry_version: 1,
    bundle_id: "bytes",
    types: { "a.B": { versions: { 1: { fields: { 1: { name: "b", type: "bytes" } } } } } },
  });
  const written = (b) => vitrine.encodeTurn({ typeId: "a.B", typeVersion: 1 }, { b }, bytes);
  assert.deepEqual(written(foreign([1, 2])), written(new Uint8Array([1, 2])));
});

test("batches and messages: the UTF-8 of their JSON", () => {
  const batch = [{ op: "window.create", params: { id: "w", title: "W" } }];
  assert.deepEqual(vitrine.validateBatch(foreign(text(batch))), vitrine.validateBatch(batch));

  const message = { beginRendering: { surfaceId: "s", root: "r" } };
  const judged = (given) => vitrine.a2ui.createValidator().push(given);
  assert.deepEqual(judged(foreign(text(message))), judged(message));
  const line = [...text(message), 10];
  const read = (given) => new vitrine.a2ui.JsonlParser().push(given);
  assert.deepEqual(read(foreign(line)), read(Uint8Array.from(line)));
});

test("what calls itself a Uint8Array is refused", () => {
  const fake = { length: 3, 0: 1, 1: 2, 2: 3, [Symbol.toStringTag]: "Uint8Array" };
  for (const given of [fake, Object.create(Uint8Array.prototype), new Proxy(new Uint8Array(3), {})])
    assert.throws(() => vitrine.blake3(given), { code: "BadRequest" });
});
