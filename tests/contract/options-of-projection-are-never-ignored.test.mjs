// Promise: an option of projection does what it says or is refused with its name; above all `expect`, which says whom
// not to trust.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { init, projectPayload, Registry, TurnBatch, VitrineClient } from "vitrine/turns";
import { bundle, page, projected } from "../support/page.mjs";

const TYPE = { typeId: "com.example.Note", typeVersion: 1 };
const HASH = projected.content_hash_b3;

let registry;
let batch;
before(async () => {
  await init();
  registry = new Registry(bundle);
  batch = new TurnBatch(page());
});

function refused(options, message) {
  const facts = { name: "VitrineError", code: "BadRequest", ...(message ? { message } : {}) };
  assert.throws(() => batch.project(registry, options), facts);
  assert.throws(() => projectPayload(batch.payload(0), TYPE, registry, options), { ...facts, message: /./ });
}

test("names that no option has", () => {
  refused({ bytes_render: "hex" }, /project option bytes_render/);
  refused({ bogus: 1 }, /bogus/);
  refused({ bogus: null }, /bogus/);
  refused({ limit: 5 }, /limit/);
  refused({ constructor: 5 }, /constructor/);
});

test("options that are no object", () => {
  for (const options of [5, null, "x", true, [], new Map(), Symbol("s")]) refused(options, /options/);
});

test("values of another type", () => {
  refused({ detach: "str" }, /detach: expected true or false, found "str"/);
  refused({ detach: null }, /detach/);
  for (const value of [1n, Symbol("s"), () => "hex", {}, ["hex"], null, 5, { toString: () => "hex" }])
    for (const name of ["bytesRender", "u64Format", "verify", "includeUnknown", "typeHintMode", "as", "coalesce"])
      refused({ [name]: value }, new RegExp(name === "as" ? "type" : name));
  const cycle = {};
  cycle.again = cycle;
  refused({ bytesRender: cycle }, /bytesRender/);
  refused({ coalesce: { type: "a", into: 1n, field: "c" } }, /coalesce\.into/);
});

test("undefined is no option, and those that exist work", () => {
  const options = { bytesRender: undefined, expect: undefined, detach: undefined, coalesce: undefined, as: undefined };
  assert.deepEqual(batch.project(registry, options), [projected]);
  assert.deepEqual(batch.project(registry, { detach: true, verify: true, includeUnknown: false }), [projected]);
  const explicit = { typeHintMode: "explicit", as: TYPE };
  assert.deepEqual(projectPayload(batch.payload(0), TYPE, registry, explicit).data, projected.data);
});

test("the same options, in whatever order, are one projector", () => {
  const options = { bytesRender: "hex", includeUnknown: true, typeHintMode: "explicit", as: TYPE, verify: true };
  const turned = Object.fromEntries(Object.entries(options).reverse());
  const projector = Registry.projector(registry, options);
  assert.equal(Registry.projector(registry, turned), projector);
  assert.equal(Registry.projector(registry, { ...turned, detach: undefined, u64Format: undefined }), projector);
  assert.notEqual(Registry.projector(registry, { ...turned, verify: false }), projector);
  assert.deepEqual(batch.project(registry, turned), batch.project(registry, options));
});

test("an expect that is no plain object", () => {
  const own = new (class {
    7 = HASH;
  })();
  const inherits = Object.create({ 7: HASH });
  for (const expect of [new Map([["7", HASH]]), [HASH], 5, 0, true, false, null, "", HASH, own, inherits])
    refused({ expect }, /expect/);
});

test("an expect with a key that is no id, or a value that is no hash", () => {
  for (const key of ["07", "x", "", "-1", "1.0", " 7", "18446744073709551616", Symbol("7")])
    refused({ expect: { [key]: HASH } }, /expect/);
  for (const value of ["", "00", `${HASH}0`, `0x${HASH.slice(2)}`, undefined, null, 5, 1n, [HASH], new Uint8Array(32)])
    refused({ expect: { 7: value } }, /64 hex digits/);
  const hidden = Object.defineProperty({}, "x", { value: HASH, enumerable: false });
  refused({ expect: hidden }, /expect/);
});

test("an expect that holds, in either case, with a prototype or none", () => {
  for (const expect of [{ 7: HASH }, { 7: HASH.toUpperCase() }, Object.assign(Object.create(null), { 7: HASH }), {}])
    assert.deepEqual(batch.project(registry, { expect, verify: false }), [projected]);
});

test("one payload has no id to be expected by", () => {
  const expect = { 7: HASH };
  assert.throws(() => projectPayload(batch.payload(0), TYPE, registry, { expect }), {
    code: "BadRequest",
    message: /expect/,
  });
});

test("a client takes its own names beside them, and no others", async () => {
  const headers = {
    "content-type": "application/vnd.vitrine.turns",
    "vitrine-head": "7",
    "vitrine-head-depth": "0",
  };
  const client = new VitrineClient({
    baseUrl: "http://host.example",
    fetch: async () => new Response(page(), { headers }),
  });
  const { signal } = new AbortController();
  const { turns } = await client.turns("1", {
    limit: 1,
    beforeTurnId: "8",
    signal,
    includeUnknown: true,
    verify: true,
  });
  assert.equal(turns.length, 1);
  await assert.rejects(client.turns("1", { limit: 1, bogus: 1 }), { code: "BadRequest", message: /bogus/ });
  await assert.rejects(
    client.follow("1", () => {}, { bogus: 1 }),
    { code: "BadRequest", message: /bogus/ },
  );
});

test("a time that no Date holds is a bigint in either rendering, where those are asked for", () => {
  const fields = { 1: { name: "at", type: "timestamp_ms" } };
  const types = { "t.Time": { versions: { 1: { fields } } } };
  const times = new Registry({ registry_version: 1, bundle_id: "times", types, enums: {} });
  const far = Uint8Array.of(0x81, 1, 0xcf, 0, 0x20, 0, 0, 0, 0, 0, 1);
  for (const timeRender of ["iso", "unix_ms"])
    for (const [u64Format, at] of Object.entries({
      bigint: 2n ** 53n + 1n,
      string: "9007199254740993",
      number: "9007199254740993",
    }))
      assert.deepEqual(
        projectPayload(far, { typeId: "t.Time", typeVersion: 1 }, times, { timeRender, u64Format }).data,
        { at },
        `${timeRender} ${u64Format}`,
      );
});
