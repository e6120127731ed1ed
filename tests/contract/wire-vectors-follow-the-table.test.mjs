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
const ACK = [
  ["context", u64],
  ["turn", u64],
  ["depth", u32],
  ["hash", raw],
];
const ATTACH = [
  ["turn", u64],
  ["root", raw],
];
const withRoot = [...APPEND, ["fs_root_hash", raw]];

/** `count u32`, then as many of them. */
const list = (write) => (each) => Buffer.concat([u32(each.length), ...each.map(write)]);

/** `len u32, flags u16`, then an APPEND_TURN payload of that length. */
function batched({ flags, turn }) {
  const payload = encode(flags & 1 ? withRoot : APPEND, turn);
  return Buffer.concat([u32(payload.length), u16(flags), payload]);
}

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
  "request 7": [
    ["context", u64],
    ["before_turn", u64],
    ["limit", u32],
    ["include_payload", u32],
  ],
  "request 8": [
    ["context", u64],
    ["start_depth", u32],
    ["limit", u32],
    ["include_payload", u32],
  ],
  "request 9": [["hash", raw]],
  "request 10": ATTACH,
  "request 11": [
    ["hash", raw],
    ["bytes", blob],
  ],
  "request 12": [
    ["bundle_id", text],
    ["bundle", blob],
  ],
  "request 13": [["turns", list(batched)]],
  "request 14": [
    ["context", u64],
    ["after_turn", u64],
  ],
  "reply 1": [
    ["session", u64],
    ["version", u16],
  ],
  "reply 4": HEAD,
  "reply 5": ACK,
  "reply 6": [["items", list((each) => encode(ITEM, each))]],
  "reply 7": [["items", list((each) => encode(ITEM, each))]],
  "reply 8": [["items", list((each) => encode(ITEM, each))]],
  "reply 9": [["bytes", blob]],
  "reply 10": ATTACH,
  "reply 11": [
    ["hash", raw],
    ["was_new", (value) => Buffer.of(value)],
  ],
  "reply 12": [["status", u32]],
  "reply 13": [["acks", list((each) => encode(ACK, each))]],
  "reply 14": [["context", u64], ...ITEM],
  "reply 255": [
    ["code", u32],
    ["json", text],
  ],
};

for (const vector of vectors) {
  test(vector.name, () => {
    const { kind, msg_type, flags, req_id, fields, hex } = vector;
    const layout = kind === "request" && msg_type === 5 && flags & 1 ? withRoot : LAYOUTS[`${kind} ${msg_type}`];
    // An empty HELLO is a HELLO too.
    const payload = Object.keys(fields).length === 0 ? Buffer.alloc(0) : encode(layout, fields);
    const header = Buffer.concat([u32(payload.length), u16(msg_type), u16(flags), u64(req_id)]);
    assert.equal(Buffer.concat([header, payload]).toString("hex"), hex);
  });
}

test("every message of the table has a layout", () => {
  const requests = Array.from({ length: 14 }, (_, index) => `request ${index + 1}`);
  // The replies to CTX_CREATE and CTX_FORK are GET_HEAD's.
  const replies = [1, ...Array.from({ length: 11 }, (_, index) => index + 4), 255].map((number) => `reply ${number}`);
  assert.deepEqual(Object.keys(LAYOUTS).sort(), [...requests, ...replies].sort());
});

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
