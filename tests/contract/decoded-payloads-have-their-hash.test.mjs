// Promise: bytes that have a hash are checked against it before anybody gets them decoded, by `TurnBatch.decode` and
// `WireClient.blob` as by `project`, and in the same words; only `verify: false` leaves it out.

import assert from "node:assert/strict";
import test, { before } from "node:test";
import { blake3, init, Registry, TurnBatch, WireClient } from "vitrine/node";
import { bundle, page, projected } from "../support/page.mjs";
import { frame, scripted } from "../support/wire-hosts.mjs";

before(() => init());

/** Where the fields behind an item's type lie in the one page. */
const [ENCODING, COMPRESSION, UNCOMPRESSED, PAYLOAD] = [4, 8, 12, 52].map(
  (at) => 4 + 24 + "com.example.Note".length + at,
);

/** The one page, changed. */
function changed(change) {
  const bytes = page();
  change(bytes, new DataView(bytes.buffer));
  return new TurnBatch(bytes);
}

function thrown(work) {
  try {
    work();
  } catch ({ code, message, details }) {
    return { code, message, ...(details === undefined ? {} : { details }) };
  }
  return assert.fail("it was decoded");
}

const hex = (bytes) => Buffer.from(bytes).toString("hex");

test("another payload is not decoded, and both hashes are named", () => {
  const batch = changed((bytes) => {
    bytes[PAYLOAD + 3] ^= 1;
  });
  const { code, message, details } = thrown(() => batch.decode(0));
  assert.equal(code, "DecodeError");
  const found = hex(blake3(batch.payload(0)));
  assert.deepEqual(details, { expected: projected.content_hash_b3, found });
  assert.ok(message.includes(found) && message.includes(projected.content_hash_b3));
  assert.deepEqual(batch.decode(0, { verify: false }).get(1), "tser");
  assert.deepEqual(new TurnBatch(page()).decode(0).get(1), "user");
});

test("decode says what project says, with and without verification", () => {
  const cases = [
    ["another hash", (bytes) => (bytes[PAYLOAD + 3] ^= 1), true],
    ["zstd", (_, view) => view.setUint32(COMPRESSION, 1, true), false],
    ["another encoding", (_, view) => view.setUint32(ENCODING, 2, true), false],
    ["another length", (_, view) => view.setUint32(UNCOMPRESSED, 9, true), false],
  ];
  for (const [name, change, onlyVerified] of cases) {
    const batch = changed(change);
    for (const verify of [true, false]) {
      const [{ error }] = batch.project(new Registry(bundle), { verify });
      if (onlyVerified && !verify) assert.equal(error, undefined, name);
      else
        assert.deepEqual(
          thrown(() => batch.decode(0, { verify })),
          error,
          name,
        );
    }
  }
});

test("a turn that the host could not read is told as project tells it", () => {
  const bytes = page().slice(0, PAYLOAD);
  const view = new DataView(bytes.buffer);
  view.setUint32(ENCODING, 0, true);
  view.setUint32(PAYLOAD - 4, 0, true);
  const batch = new TurnBatch(bytes);
  const { code, message } = thrown(() => batch.decode(0));
  assert.equal(code, "DecodeError");
  assert.match(message, /vitrine-host verify/);
  assert.equal(message, batch.project(new Registry(bundle))[0].error.message);
});

test("verify is true or false, and nothing that is taken for false", () => {
  const batch = new TurnBatch(page());
  for (const verify of [0, null, "false", ""])
    assert.throws(() => batch.decode(0, { verify }), { code: "BadRequest", message: /verify: expected true or false/ });
});

test("a host that gives other bytes for a blob is not believed", async (t) => {
  const [asked, given] = ["what was asked for", "something else"].map((text) => Buffer.from(text));
  const liar = await scripted(t, ({ type, id }, socket) => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(given.length);
    socket.write(frame(type, id, Buffer.concat([length, given])));
  });
  const client = new WireClient({ host: liar.host, port: liar.port });
  t.after(() => client.close());
  const hash = hex(blake3(asked));
  await assert.rejects(client.blob(hash.toUpperCase()), {
    code: "DecodeError",
    details: { expected: hash, found: hex(blake3(given)) },
  });
  assert.deepEqual(Buffer.from(await client.blob(hash, { verify: false })), given);
  assert.deepEqual(Buffer.from(await client.blob(hex(blake3(given)))), given);
  await assert.rejects(client.blob(hash, { verify: 0 }), { code: "BadRequest" });
});
