// Promise: a struct takes the time of the fields that it has, however many its type has.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { init, projectPayload, Registry } from "vitrine";
import { growth } from "../support/growth.mjs";

before(() => init());

const type = { typeId: "t.T", typeVersion: 1 };
const ITEMS = 5000;
/** `{1: [{2: 7}, {2: 7}, …]}` */
const payload = Uint8Array.from([
  ...[0x81, 1, 0xdd, 0, 0, ITEMS >> 8, ITEMS & 255],
  ...Array.from({ length: ITEMS }, () => [0x81, 2, 7]).flat(),
]);

/** Reads structs with one field of a type of `width`; says how many milliseconds that took. */
function reader(width) {
  const fields = { 1: { name: "list", type: "array", items: { type: "ref", ref: "t.T" } } };
  for (let tag = 2; tag < width; tag += 1) fields[tag] = { name: `f${tag}`, type: "u8" };
  const registry = new Registry({
    registry_version: 1,
    bundle_id: "b",
    types: { "t.T": { versions: { 1: { fields } } } },
  });
  return () => {
    const start = performance.now();
    const { data } = projectPayload(payload, type, registry);
    const took = performance.now() - start;
    assert.equal(data.list.length, ITEMS);
    assert.deepEqual(data.list[1], { f2: 7 });
    return took;
  };
}

test("small structs of a wide type", () => {
  const { times, told } = growth(reader(40), reader(8000), 2.3);
  assert.ok(times < 2.3, told);
});
