// Promise: a type or a key that the wire cannot hold as it is given is refused with BadRequest before anything is sent;
// nothing else is stored in its place.

import assert from "node:assert/strict";
import test, { before } from "node:test";
import { init, projectPayload, Registry, TurnBatch, VitrineClient, WireClient } from "vitrine/node";
import { NOTE, notes, realHost } from "../support/notes.mjs";
import { page } from "../support/page.mjs";

before(() => init());

const EMPTY = new Uint8Array([0x80]);

/** Types that no turn has, and what is said of them. */
const TYPES = [
  ...[-1, 0, 1.5, 2 ** 32, 2 ** 32 + 1, Number.NaN, "1", 1n, null, undefined].map((typeVersion) => [
    { ...NOTE, typeVersion },
    /typeVersion: expected a whole number of 32 bits, from 1, found /,
  ]),
  ...["\ud800", "a\udc00b", 5, null, undefined].map((typeId) => [
    { ...NOTE, typeId },
    /typeId: expected text in Unicode, found /,
  ]),
  [undefined, /typeId/],
  [null, /typeId/],
];
const KEYS = ["\ud800", "k\udfff", 7, null, {}];

/** The two writers of a host that has no turn. */
async function writers(t) {
  const host = await realHost(t);
  const wire = new WireClient({ ...host.at, registry: new Registry(notes) });
  t.after(() => wire.close());
  const requests = [];
  const counted = (url, init) => {
    requests.push(url);
    return fetch(url, init);
  };
  const http = new VitrineClient({ baseUrl: host.http, fetch: counted });
  return { wire, http, requests, context: await wire.createContext() };
}

const refused = (call, message) => assert.rejects(call, { name: "VitrineError", code: "BadRequest", message });

test("types", async (t) => {
  const { wire, http, requests, context } = await writers(t);
  for (const [type, message] of TYPES) {
    for (const value of [EMPTY, { text: "x" }]) {
      await refused(wire.append(context, type, value), message);
      await refused(http.append(context, type, value), message);
      const entries = [NOTE, type].map((type) => ({ contextId: context, type, value }));
      await refused(wire.appendBatch(entries), message);
    }
  }
  assert.equal((await wire.head(context)).head_turn_id, "0");
  assert.deepEqual(requests, []);
});

test("keys", async (t) => {
  const { wire, http, requests, context } = await writers(t);
  const message = /idempotencyKey: expected text in Unicode, found /;
  for (const idempotencyKey of KEYS) {
    await refused(wire.append(context, NOTE, EMPTY, { idempotencyKey }), message);
    await refused(http.append(context, NOTE, EMPTY, { idempotencyKey }), message);
    await refused(http.append(context, NOTE, { text: "x" }, { idempotencyKey }), message);
    await refused(wire.appendBatch([{ contextId: context, type: NOTE, value: EMPTY, idempotencyKey }]), message);
  }
  assert.equal((await wire.head(context)).head_turn_id, "0");
  assert.deepEqual(requests, []);
});

test("where a payload is read, too", () => {
  const registry = new Registry(notes);
  const badRequest = (message) => ({ name: "VitrineError", code: "BadRequest", message });
  for (const [type, message] of TYPES) {
    assert.throws(() => projectPayload(EMPTY, type, registry), badRequest(message));
    if (type) {
      const options = { typeHintMode: "explicit", as: type };
      assert.throws(() => new TurnBatch(page()).project(registry, options), badRequest(message));
    }
  }
});

test("what is named as it should be is stored under its name", async (t) => {
  const { wire, http, context } = await writers(t);
  const long = { typeId: "type 漢字 🙂", typeVersion: 2 ** 32 - 1 };
  await wire.append(context, long, EMPTY, { idempotencyKey: "ключ 🙂" });
  await http.append(context, { typeId: "", typeVersion: 0 }, EMPTY, { idempotencyKey: "" });
  const declared = (await http.turns(context)).turns.map(({ declared_type }) => declared_type);
  assert.deepEqual(declared, [
    { type_id: long.typeId, type_version: long.typeVersion },
    { type_id: "", type_version: 0 },
  ]);
});
