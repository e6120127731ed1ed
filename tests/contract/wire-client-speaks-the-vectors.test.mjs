// Promise: the package writes and reads the binary protocol byte for byte as the vectors have it, which the host's own
// code and programs in other languages are held to.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import test from "node:test";
import { pkg } from "../../scripts/build/paths.mjs";

const require = createRequire(import.meta.url);
const inside = (path) => require(`${pkg}/cjs/src/${path}.js`);
const messages = inside("node/messages");
const { encodeFrame, FrameReader, granted } = inside("node/frames");
const { readItems } = inside("turns/wire/items");
const { ByteReader } = inside("turns/wire/bytes");

const vectors = JSON.parse(readFileSync(new URL("../vectors/wire/frames.json", import.meta.url), "utf8"));
const bytes = (hex) => new Uint8Array(Buffer.from(hex, "hex"));
const hex = (data) => Buffer.from(data).toString("hex");
const text = (value) => Buffer.from(value, "hex").toString();

const turnOf = (fields) => ({
  contextId: fields.context,
  parentTurnId: fields.parent,
  typeId: fields.type_id,
  typeVersion: fields.type_version,
  payload: bytes(fields.payload),
  compression: fields.compression,
  uncompressedLength: fields.uncompressed_len,
  hash: bytes(fields.hash),
  idempotencyKey: text(fields.idempotency_key),
  ...(fields.fs_root_hash ? { fsRoot: bytes(fields.fs_root_hash) } : {}),
});

/** The package's message for the fields of a request. */
const REQUESTS = {
  1: ({ tag, meta }) => messages.hello(tag, JSON.parse(text(meta))),
  2: ({ base_turn }) => messages.createContext(base_turn),
  3: ({ base_turn }) => messages.fork(base_turn),
  4: ({ context }) => messages.getHead(context),
  5: (fields) => messages.append(turnOf(fields)),
  6: ({ context, limit, include_payload }) => messages.getLast(context, limit, include_payload),
  7: ({ context, before_turn, limit, include_payload }) =>
    messages.getBefore(context, before_turn, limit, include_payload),
  8: ({ context, start_depth, limit, include_payload }) =>
    messages.getRange(context, start_depth, limit, include_payload),
  9: ({ hash }) => messages.getBlob(hash, true),
  10: ({ turn, root }) => messages.attachFs(turn, bytes(root)),
  11: ({ hash, bytes: content }) => messages.putBlob(bytes(hash), bytes(content)),
  12: ({ bundle_id, bundle }) => messages.putBundle(bundle_id, text(bundle)),
  13: ({ turns }) => messages.appendBatch(turns.map(({ turn }) => turnOf(turn))),
  14: ({ context, after_turn }) => messages.subscribe(context, after_turn),
};

const headOf = ({ context, head, depth }) => ({ context_id: context, head_turn_id: head, head_depth: depth });
const ackOf = ({ context, turn, depth, hash }) => ({ context_id: context, turn_id: turn, depth, content_hash: hash });
const itemOf = ({ compressionAt: _, payload, ...item }) => ({ ...item, payload: hex(payload) });
const rawOf = (item) => ({
  turnId: item.turn,
  parentTurnId: item.parent,
  depth: item.depth,
  typeId: item.type_id,
  typeVersion: item.type_version,
  encoding: item.encoding,
  compression: item.compression,
  uncompressedLength: item.uncompressed_len,
  hash: item.hash,
  payload: item.payload,
});

/** What the package reads of a reply, and what the fields say that it must be. */
const REPLIES = {
  1: (read, { session, version }) => [read(messages.hello("", {})), { sessionId: session, version }],
  4: (read, fields) => [read(messages.getHead("1")), headOf(fields)],
  5: (read, fields) => [read(messages.append(turnWith(fields))), ackOf(fields)],
  6: (read, { items }) => [readItems(read(messages.getLast("1", 1, 1))).map(itemOf), items.map(rawOf)],
  7: (read, { items }) => [readItems(read(messages.getBefore("1", "1", 1, 1))).map(itemOf), items.map(rawOf)],
  8: (read, { items }) => [readItems(read(messages.getRange("1", 0, 1, 1))).map(itemOf), items.map(rawOf)],
  9: (read, fields) => [hex(read(messages.getBlob(NO_HASH, false))), fields.bytes],
  10: (read, { turn, root }) => [read(messages.attachFs("1", bytes(NO_HASH))), { turn_id: turn, fs_root: root }],
  11: (read, { hash, was_new }) => [read(messages.putBlob(bytes(hash), bytes(""))), { hash, was_new: was_new === 1 }],
  12: (read, { status }) => [read(messages.putBundle("", "{}")), status],
  13: (read, { acks }) => [read(messages.appendBatch(acks.map(turnWith))), acks.map(ackOf)],
  14: (read, { context, ...item }) => {
    const pushed = read(messages.subscribe("0", "0"));
    const one = Buffer.concat([Buffer.from([1, 0, 0, 0]), pushed.item]);
    return [
      [pushed.contextId, itemOf(readItems(one)[0])],
      [context, rawOf(item)],
    ];
  },
};

const NO_HASH = "00".repeat(32);
const anyTurn = vectors.find(({ kind, msg_type }) => kind === "request" && msg_type === 5).fields;
/** A turn that such an ack may answer. */
const turnWith = ({ hash }) => turnOf({ ...anyTurn, hash });

for (const { name, kind, msg_type, flags, req_id, fields, hex: expected } of vectors) {
  test(`${kind}: ${name}`, () => {
    const [frame, ...more] = new FrameReader().take(bytes(expected));
    assert.deepEqual([frame.type, frame.flags, frame.request, more], [msg_type, flags, BigInt(req_id), []]);
    if (kind === "request") {
      // An empty greeting is allowed, and the package does not send one.
      if (Object.keys(fields).length === 0) return assert.equal(frame.payload.length, 0);
      const { type, flags, payload } = REQUESTS[msg_type](fields);
      assert.equal(hex(encodeFrame(type, flags, BigInt(req_id), payload)), expected);
    } else if (msg_type === 255) {
      const said = JSON.parse(fields.json);
      assert.throws(
        () => granted(6, frame),
        ({ code, message, details }) => {
          assert.deepEqual({ code, message, details }, said);
          return true;
        },
      );
    } else {
      const read = ({ read }) => read(granted(msg_type, frame));
      const [found, wanted] = REPLIES[msg_type](read, fields);
      assert.deepEqual(found, wanted);
    }
  });
}

test("frames come whole from any cut of the bytes", () => {
  const all = Buffer.concat(vectors.map(({ hex: each }) => bytes(each)));
  const whole = [...new FrameReader().take(all)].map(({ payload, ...rest }) => ({ ...rest, payload: hex(payload) }));
  assert.equal(whole.length, vectors.length);
  for (const size of [1, 2, 7, 16, 17, 100, 1000]) {
    const reader = new FrameReader();
    const cut = [];
    for (let at = 0; at < all.length; at += size) cut.push(...reader.take(all.subarray(at, at + size)));
    assert.deepEqual(
      cut.map(({ payload, ...rest }) => ({ ...rest, payload: hex(payload) })),
      whole,
      `in pieces of ${size}`,
    );
  }
});

test("plain text in an ERROR frame is a message, and a page cut anywhere is an error", () => {
  const detail = Buffer.from("no such context");
  const payload = Buffer.concat([Buffer.from([148, 1, 0, 0, detail.length, 0, 0, 0]), detail]);
  assert.throws(() => granted(4, { type: 255, payload }), { code: "NotFound", message: "no such context" });

  const { hex: page } = vectors.find(({ kind, msg_type }) => kind === "reply" && msg_type === 6);
  const items = bytes(page).subarray(16);
  for (let length = 0; length < items.length; length++)
    assert.throws(() => readItems(items.subarray(0, length)), { code: "DecodeError" });
  assert.throws(() => new ByteReader(items, "page").raw(items.length + 1), { code: "DecodeError" });
});
