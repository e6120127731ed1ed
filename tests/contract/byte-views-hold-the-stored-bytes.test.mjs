// `bytesRender: "view"` gives the very bytes that were written, for every turn of a page and for a bare payload.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import * as vitrine from "vitrine";

const TYPE = "com.example.File";
const bundle = {
  registry_version: 1,
  bundle_id: "files",
  types: {
    [TYPE]: {
      versions: { 1: { fields: { 1: { name: "name", type: "string" }, 2: { name: "data", type: "bytes" } } } },
    },
  },
};
// {1: "a", 2: bin 01 02 03, 9: bin ff}, and the same with a longer name.
const PAYLOADS = ["8301a16102c403010203" + "09c401ff", "8301a461616161" + "02c40201fe" + "09c401ff"];
const DATA = [
  [1, 2, 3],
  [1, 254],
];

before(() => vitrine.init());

test("in a page", () => {
  const batch = new vitrine.TurnBatch(page(PAYLOADS.map((hex) => Buffer.from(hex, "hex"))));
  const turns = batch.project(new vitrine.Registry(bundle), { bytesRender: "view", includeUnknown: true });
  assert.deepEqual(
    turns.map(({ data, unknown }) => [[...data.data], [...unknown[9]]]),
    DATA.map((bytes) => [bytes, [255]]),
  );
});

test("in a bare payload", () => {
  for (const [index, hex] of PAYLOADS.entries()) {
    const payload = new Uint8Array(Buffer.from(hex, "hex"));
    const type = { typeId: TYPE, typeVersion: 1 };
    const { data } = vitrine.projectPayload(payload, type, new vitrine.Registry(bundle), { bytesRender: "view" });
    assert.deepEqual([...data.data], DATA[index]);
  }
});

/** A GET_LAST payload with these turns in it. */
function page(payloads) {
  const numbers = (...values) => Buffer.from(Uint32Array.from(values).buffer);
  const items = payloads.map((payload, index) =>
    Buffer.concat([
      numbers(index + 1, 0, index, 0, index, TYPE.length),
      Buffer.from(TYPE),
      numbers(1, 1, 0, payload.length),
      vitrine.blake3(payload),
      numbers(payload.length),
      payload,
    ]),
  );
  return new Uint8Array(Buffer.concat([numbers(payloads.length), ...items]));
}
