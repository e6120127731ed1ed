// Promise: before init, everything refuses with VitrineNotReadyError that says what to call; importing does nothing.

import assert from "node:assert/strict";
import test from "node:test";
import * as vitrine from "vitrine";
import * as turns from "vitrine/turns";

const bytes = new Uint8Array();
const type = { typeId: "a.B", typeVersion: 1 };

const CALLS = {
  version: (entry) => entry.version(),
  Registry: (entry) => new entry.Registry(),
  "Registry with a bundle": (entry) => new entry.Registry({ registry_version: 1, bundle_id: "b", types: {} }),
  TurnBatch: (entry) => new entry.TurnBatch(bytes),
  projectPayload: (entry) => entry.projectPayload(bytes, type, undefined),
  encodeTurn: (entry) => entry.encodeTurn(type, {}, undefined),
  blake3: (entry) => entry.blake3(bytes),
  VitrineClient: (entry) => new entry.VitrineClient({ baseUrl: "http://127.0.0.1:9010" }),
};

const refusal = {
  name: "VitrineNotReadyError",
  code: "NotReady",
  message: /"turns".*await init\(\).*initSync/,
};

for (const [name, entry] of Object.entries({ vitrine, "vitrine/turns": turns })) {
  test(name, async (t) => {
    for (const [what, call] of Object.entries(CALLS)) {
      await t.test(what, () => assert.throws(() => call(entry), refusal));
    }
    await t.test("reinit", () => assert.rejects(entry.reinit(), refusal));
  });
}

test("every function and class of the entries is among them, or starts it, or is an error", () => {
  const known = new Set([...Object.keys(CALLS), "init", "initSync", "reinit"]);
  for (const [name, value] of Object.entries({ ...vitrine, ...turns })) {
    const isError = value.prototype instanceof Error;
    assert.ok(known.has(name) || isError, `${name} is not tried here`);
  }
});

test("after init they work", async () => {
  await vitrine.init();
  assert.equal(turns.blake3(bytes).length, 32);
});
