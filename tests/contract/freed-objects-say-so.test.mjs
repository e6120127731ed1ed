// Promise: to free twice does nothing, and whatever is used after it was freed says so: a VitrineError, not a fault of
// the glue.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import * as vitrine from "vitrine";
import { bundle, page, projected } from "../support/page.mjs";

const { a2ui, encodeTurn, projectPayload, Registry, StateDocument, TurnBatch } = vitrine;
const TYPE = { typeId: "com.example.Note", typeVersion: 1 };

before(() => vitrine.init());

const stale = (what) => ({ name: "VitrineError", code: "StaleHandle", message: new RegExp(`${what} was freed`) });

function freed(thing) {
  thing.free();
  thing.free();
  thing[Symbol.dispose]?.();
  return thing;
}

test("a page", () => {
  const registry = new Registry(bundle);
  const batch = freed(new TurnBatch(page()));
  assert.throws(() => batch.length, stale("TurnBatch"));
  assert.throws(() => batch.payload(0), stale("TurnBatch"));
  assert.throws(() => batch.decode(0), stale("TurnBatch"));
  assert.throws(() => batch.project(registry), stale("TurnBatch"));
});

test("a registry, with all that was compiled from it", () => {
  const registry = new Registry(bundle);
  const batch = new TurnBatch(page());
  assert.deepEqual(batch.project(registry), [projected]);
  encodeTurn(TYPE, { text: "x" }, registry);
  freed(registry);
  assert.throws(() => registry.put(bundle), stale("Registry"));
  assert.throws(() => registry.bundleId, stale("Registry"));
  assert.throws(() => registry.descriptor("x"), stale("Registry"));
  assert.throws(() => batch.project(registry), stale("Registry"));
  assert.throws(() => projectPayload(batch.payload(0), TYPE, registry), stale("Registry"));
  assert.throws(() => encodeTurn(TYPE, {}, registry), stale("Registry"));
  assert.deepEqual(batch.project(new Registry(bundle)), [projected], "nothing else was freed");
});

test("what the other rooms keep in their modules", () => {
  assert.throws(() => freed(new a2ui.ClientSim()).surfaces(), stale("ClientSim"));
  assert.throws(() => freed(new a2ui.JsonlParser()).push("x"), stale("JsonlParser"));
  assert.throws(() => freed(a2ui.createValidator()).finish(), stale("Validator"));
  assert.throws(() => freed(a2ui.createIngress({ actions: [] })).accept("{}", 0), stale("ingress"));
  assert.throws(() => freed(new StateDocument()).root, stale("StateDocument"));
});
