// Promise: the byte vectors that writers in other languages test themselves against are what the protocol's
// table says. The table is written here once more, and shares nothing with the core's encoder.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const vectors = JSON.parse(readFileSync(new URL("../vectors/wire/frames.json", import.meta.url), "utf8"));

const u16 = (value) => bytes(2, (view) => view.setUint16(0, Number(value), true));
const u32 = (value) => bytes(4, (view) => view.setUint32(0, Number(value), true));
const u64 = (value) => bytes(8, (view) => view.setBigUint64(0, BigInt(value), true));
const raw = (hex) => Buffer.from(hex, "hex");
const counted = (data) => Buffer.concat([u32(data.length), data]);
const text = (value) => counted(Buffer.from(value, "utf8"));
const tag = (value) => Buffer.concat([u16(Buffer.byteLength(value)), Buffer.from(value, "utf8")]);
const blob = (hex) => counted(raw(hex));

const HEAD = [["context", u64], ["head", u64], ["depth", u32]]; // biome-ignore format: a table
const ITEM = [
  ["turn", u64],
  ["parent", u64],
  ["depth", u32],
  ["type_id", text],
  ["type_version", u32],
  ["encoding", u32],
  ["compression", u32],
  ["uncompressed_len", u32],
  ["hash", raw],
  ["payload", blob],
];
const APPEND = [
  ["context", u64],
  ["parent", u64],
  ["type_id", text],
  ["type_version", u32],
  ["encoding", u32],
  ["compression", u32],
  ["uncompressed_len", u32],
  ["hash", raw],
  ["payload", blob],
  ["idempotency_key", blob],
];

/** The fields of each message, in their order on the wire. */
const LAYOUTS = {
  "request 1": [
    ["version", u16],
    ["tag", tag],
    ["meta", blob],
  ],
  "request 2": [["base_turn", u64]],
  "request 3": [["base_turn", u64]],
  "request 4": [["context", u64]],
  "request 5": APPEND,
  "request 6": [
    ["context", u64],
    ["limit", u32],
    ["include_payload", u32],
  ],
  "request 9": [["hash", raw]],
  "reply 1": [
    ["session", u64],
    ["version", u16],
  ],
  "reply 4": HEAD,
  "reply 5": [
    ["context", u64],
    ["turn", u64],
    ["depth", u32],
    ["hash", raw],
  ],
  "reply 6": [["items", (items) => Buffer.concat([u32(items.length), ...items.map((each) => encode(ITEM, each))])]],
  "reply 9": [["bytes", blob]],
  "reply 255": [
    ["code", u32],
    ["json", text],
  ],
};

for (const vector of vectors) {
  test(vector.name, () => {
    const { kind, msg_type, flags, req_id, fields, hex } = vector;
    const layout = [...(LAYOUTS[`${kind} ${msg_type}`] ?? [])];
    if (kind === "request" && msg_type === 5 && flags & 1) layout.push(["fs_root_hash", raw]);
    // An empty HELLO is a HELLO too.
    const payload = Object.keys(fields).length === 0 ? Buffer.alloc(0) : encode(layout, fields);
    const header = Buffer.concat([u32(payload.length), u16(msg_type), u16(flags), u64(req_id)]);
    assert.equal(Buffer.concat([header, payload]).toString("hex"), hex);
  });
}

test("every message of the table has a vector", () => {
  const seen = new Set(vectors.map(({ kind, msg_type }) => `${kind} ${msg_type}`));
  assert.deepEqual(
    Object.keys(LAYOUTS).filter((key) => !seen.has(key)),
    [],
  );
});

function encode(layout, fields) {
  assert.deepEqual(Object.keys(fields).sort(), layout.map(([name]) => name).sort());
  return Buffer.concat(layout.map(([name, write]) => write(fields[name])));
}

function bytes(length, fill) {
  const out = Buffer.alloc(length);
  fill(new DataView(out.buffer, out.byteOffset, length));
  return out;
}
