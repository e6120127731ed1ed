// Promise: WireClient does over the binary protocol all that the protocol has, against a real host: writes, reads, pages,
// blobs, bundles, subscriptions, with payloads in zstd where both sides have it.

import assert from "node:assert/strict";
import test, { before } from "node:test";
import { decompress } from "fzstd";
import { blake3, init, Registry, RegistryConflictError, WireClient } from "vitrine/node";
import { endsWhenAborted } from "../support/following.mjs";
import { NOTE, notes, realHost } from "../support/notes.mjs";
import { until } from "../support/until.mjs";
import { proxy } from "../support/wire-hosts.mjs";

before(() => init());

function clientTo(t, at, options = {}) {
  const client = new WireClient({ host: at.host, port: at.port, registry: new Registry(notes), ...options });
  t.after(() => client.close());
  return client;
}

/** A client, an empty context of its host, and what appends a text there. */
async function writing(t) {
  const host = await realHost(t);
  const wire = clientTo(t, host.at);
  const context = await wire.createContext();
  const add = (text, options) => wire.append(context, NOTE, note(text), options);
  return { wire, context, add };
}

const texts = (batch) => batch.project(new Registry(notes)).map(({ data }) => data.text);
const note = (text) => ({ role: "user", text });
const hex = (bytes) => Buffer.from(bytes).toString("hex");

async function writeNotes(client, count) {
  const context = await client.createContext();
  const acks = await Promise.all(
    Array.from({ length: count }, (_, i) => client.append(context, NOTE, note(`note ${i}`))),
  );
  return { context, ids: acks.map(({ turn_id }) => turn_id) };
}

test("writes, and reads from every side", async (t) => {
  const host = await realHost(t);
  const client = clientTo(t, host.at);
  assert.deepEqual(Object.keys(await client.hello()), ["session_id", "version"]);
  const { context, ids } = await writeNotes(client, 10);
  assert.deepEqual(await client.head(context), { context_id: context, head_turn_id: ids[9], head_depth: 9 });
  assert.deepEqual(texts(await client.last(context, { limit: 2 })), ["note 8", "note 9"]);
  assert.deepEqual(texts(await client.before(context, ids[2])), ["note 0", "note 1"]);
  assert.deepEqual(texts(await client.range(context, 4, { limit: 3 })), ["note 4", "note 5", "note 6"]);
  const bare = await client.last(context, { limit: 1, payloads: false });
  assert.equal(bare.payload(0).length, 0);

  const fork = await client.fork(ids[3]);
  await client.append(fork, NOTE, note("fork"));
  assert.deepEqual(texts(await client.last(fork, { limit: 2 })), ["note 3", "fork"]);
  const beside = await client.append(context, NOTE, note("beside"), { parentTurnId: ids[0] });
  assert.equal(beside.depth, 1);
  assert.deepEqual(texts(await client.last(context)), ["note 0", "beside"]);
  assert.equal((await client.head(await client.createContext(ids[5]))).head_turn_id, ids[5]);
});

test("a key makes an append one, and other content under it a conflict", async (t) => {
  const client = clientTo(t, (await realHost(t)).at);
  const context = await client.createContext();
  const first = await client.append(context, NOTE, note("a"), { idempotencyKey: "k" });
  assert.deepEqual(await client.append(context, NOTE, note("a"), { idempotencyKey: "k" }), first);
  await assert.rejects(client.append(context, NOTE, note("b"), { idempotencyKey: "k" }), { code: "Conflict" });
  assert.equal((await client.head(context)).head_depth, 0);
});

test("a batch is all or nothing", async (t) => {
  const client = clientTo(t, (await realHost(t)).at);
  const contextId = await client.createContext();
  const entry = (text, more = {}) => ({ contextId, type: NOTE, value: note(text), ...more });
  const acks = await client.appendBatch([entry("a"), entry("b"), entry("c", { fsRoot: "ab".repeat(32) })]);
  assert.deepEqual(
    acks.map(({ depth }) => depth),
    [0, 1, 2],
  );
  await assert.rejects(client.appendBatch([entry("d"), entry("e", { contextId: "999" })]), { code: "NotFound" });
  assert.deepEqual(texts(await client.last(contextId)), ["a", "b", "c"]);
});

test("blobs and file system roots", async (t) => {
  const client = clientTo(t, (await realHost(t)).at);
  const bytes = new Uint8Array(40_000).map((_, i) => i * 7);
  const hash = hex(blake3(bytes));
  assert.deepEqual(await client.putBlob(bytes), { hash, was_new: true });
  assert.deepEqual(await client.putBlob(bytes), { hash, was_new: false });
  assert.deepEqual(Buffer.from(await client.blob(hash)), Buffer.from(bytes));
  await assert.rejects(client.blob("00".repeat(32)), { code: "NotFound" });
  const { ids } = await writeNotes(client, 1);
  // A root is a blob that the host has.
  assert.deepEqual(await client.attachFs(ids[0], hash), { turn_id: ids[0], fs_root: hash });
});

test("a bundle: new, known, refused; values are encoded by it", async (t) => {
  const host = await realHost(t);
  const client = clientTo(t, host.at, { registry: undefined });
  const context = await client.createContext();
  await assert.rejects(client.append(context, NOTE, note("early")), { code: "FailedDependency" });
  assert.equal(await client.putBundle(notes), 201);
  assert.equal(await client.putBundle(notes), 204);
  await client.append(context, NOTE, note("now"));
  await assert.rejects(client.append(context, NOTE, { mood: "calm" }), { code: "Unprocessable", pointer: "/mood" });
  const broken = structuredClone(notes);
  broken.bundle_id = "broken";
  broken.types[NOTE.typeId].versions = { 2: { fields: { 1: { name: "role", type: "bool" } } } };
  await assert.rejects(client.putBundle(broken), (error) => error instanceof RegistryConflictError);
  const listing = { registry_version: 1, bundle_id: "moods", types: {}, enums: { "a.Mood": { 1: "calm" } } };
  const leaning = {
    ...listing,
    bundle_id: "leaning",
    types: { "a.T": { versions: { 1: { fields: { 1: { name: "mood", type: "u8", enum: "a.Mood" } } } } } },
    enums: {},
  };
  await client.putBundle(listing);
  const other = clientTo(t, host.at, { registry: undefined });
  const told = /^The host has the bundle now\..* lacks .*a\.Mood/;
  await assert.rejects(other.putBundle(leaning), ({ code, message }) => code === "Conflict" && told.test(message));
  assert.equal(await client.putBundle(leaning), 204, "as was said, the host has it");
});

test("history is every turn from the root, a page at a time; pages are freed", async (t) => {
  const client = clientTo(t, (await realHost(t)).at);
  const { context, ids } = await writeNotes(client, 100);
  const found = [];
  for await (const turn of client.history(context, { limit: 7 })) found.push(turn.turn_id);
  assert.deepEqual(found, ids);
  let kept;
  for await (const page of client.pages(context, { limit: 30 })) {
    assert.equal(page.decode(0).constructor, Map);
    kept = page;
    break;
  }
  assert.throws(() => kept.decode(0), "a page that the loop has left is freed");
  assert.equal((await Array.fromAsync?.(client.history(await client.createContext())))?.length ?? 0, 0);
});

test("a subscription brings what was missed and what comes, over a cut, each once; all contexts from now on", async (t) => {
  const host = await realHost(t);
  const writer = clientTo(t, host.at);
  const { context } = await writeNotes(writer, 3);
  let pushes = 0;
  const between = await proxy(t, host.wire, ({ type }) => type === 14 && ++pushes % 4 === 0);
  const reader = clientTo(t, between, { retry: { minDelay: 5, maxDelay: 20 } });
  const seen = [];
  const everything = [];
  const done = new AbortController();
  const all = (async () => {
    for await (const { context_id, batch } of writer.subscribe("0", { signal: done.signal }))
      everything.push(`${context_id} ${texts(batch)[0]}`);
  })().catch((error) => assert.equal(error, done.signal.reason));
  // A subscription to all contexts says nothing of its beginning: it began when a first turn comes.
  const first = await writer.createContext();
  const began = async () => (await writer.append(first, NOTE, note("first"))) && everything.length > 0;
  assert.ok(await until(began));
  const later = () => everything.filter((each) => !each.endsWith(" first"));

  const other = await writer.createContext();
  const writing = (async () => {
    for (let i = 3; i < 12; i++) {
      await writer.append(context, NOTE, note(`note ${i}`));
      await writer.append(other, NOTE, note(`other ${i}`));
    }
  })();
  for await (const { batch, turn_id, context_id } of reader.subscribe(context)) {
    assert.equal(context_id, context);
    assert.equal(batch.project(new Registry(notes))[0].turn_id, turn_id);
    seen.push(...texts(batch));
    if (seen.length === 12) break;
  }
  await writing;
  assert.deepEqual(
    seen,
    Array.from({ length: 12 }, (_, i) => `note ${i}`),
  );
  assert.ok(between.connections() > 2, `${between.connections()} connections`);
  await until(() => later().length >= 18);
  assert.equal(later().length, 18);
  assert.equal(later()[17], `${other} other 11`);
  done.abort(new Error("seen"));
  await all;
});

test("follow gives typed turns from now on, until aborted; a context that is not there is refused", async (t) => {
  const host = await realHost(t);
  const client = clientTo(t, host.at);
  const { context, ids } = await writeNotes(client, 3);
  const controller = new AbortController();
  const seen = [];
  const following = client.follow(
    context,
    ({ data }) => {
      seen.push(data.text);
      if (seen.length === 3) controller.abort();
    },
    { signal: controller.signal, after: ids[1] },
  );
  await client.append(context, NOTE, note("a"));
  await client.append(context, NOTE, note("b"));
  await following;
  assert.deepEqual(seen, ["note 2", "a", "b"]);
  await assert.rejects(
    client.follow("999", () => {}),
    { code: "NotFound" },
  );
  const thrown = new Error("mine");
  const failing = assert.rejects(
    client.follow(context, () => {
      throw thrown;
    }),
    (error) => error === thrown,
  );
  // Nothing says when following began: turns are written until it has one.
  let failed = false;
  failing.finally(() => {
    failed = true;
  });
  await until(async () => (await client.append(context, NOTE, note("c"))) && failed);
  await failing;
});

/** zstd frames of blocks that are one byte repeated, or the bytes themselves: enough to be smaller on a long run. */
function compress(bytes) {
  let start = bytes.length;
  while (start > 0 && bytes[start - 1] === bytes[bytes.length - 1]) start -= 1;
  const block = (last, type, size) => {
    const header = Buffer.alloc(3);
    header.writeUIntLE((size << 3) | (type << 1) | last, 0, 3);
    return header;
  };
  // Magic, a descriptor of one segment with a size of 4 bytes, the size.
  const head = Buffer.from("28b52ffda000000000", "hex");
  head.writeUInt32LE(bytes.length, 5);
  const repeat = Buffer.from([bytes[bytes.length - 1]]);
  return Buffer.concat([head, block(0, 0, start), bytes.subarray(0, start), block(1, 1, bytes.length - start), repeat]);
}

test("payloads go in zstd both ways, and come out as they were", async (t) => {
  const host = await realHost(t);
  const sizes = { packed: 0, unpacked: 0 };
  const zstd = {
    compress: (bytes) => {
      sizes.packed += 1;
      return compress(bytes);
    },
    decompress: (bytes, most) => {
      sizes.unpacked += 1;
      return decompress(bytes, new Uint8Array(most));
    },
  };
  const client = clientTo(t, host.at, { zstd });
  const context = await client.createContext();
  const long = `start ${"x".repeat(100_000)}`;
  const ack = await client.append(context, NOTE, note(long));
  assert.equal(sizes.packed, 1);
  await client.append(context, NOTE, note("short"));
  assert.equal(sizes.packed, 1, "a short payload is not worth it");
  assert.deepEqual(texts(await client.last(context)), [long, "short"]);
  assert.ok(sizes.unpacked > 0, "the host packed its answer");

  // Whether Node has a zstd or not: without one, the package's own unpacks.
  const usual = clientTo(t, host.at);
  const packed = await usual.last(context);
  assert.deepEqual(texts(packed), [long, "short"]);

  const plain = clientTo(t, host.at, { zstd: false });
  const [turn] = (await plain.last(context)).project(new Registry(notes));
  assert.deepEqual([turn.verified, turn.content_hash_b3], [true, ack.content_hash]);

  const broken = clientTo(t, host.at, { zstd: { compress, decompress: () => new Uint8Array(3) } });
  const page = (await broken.last(context)).project(new Registry(notes));
  assert.deepEqual([page[0].error.code, page[0].data], ["DecodeError", undefined]);
  assert.match(page[0].error.message, /compression/);
  assert.equal(page[1].data.text, "short", "the others are whole");
});

test("pages of two branches are not mixed", async (t) => {
  const { wire, context, add } = await writing(t);
  const { turn_id: root } = await add("root");
  for (let i = 1; i < 10; i++) await add(`a${i}`);
  const read = [];
  const reading = async () => {
    for await (const turn of wire.history(context, { limit: 4 })) {
      read.push(turn.data.text);
      if (read.length !== 4) continue;
      await add("b0", { parentTurnId: root });
      for (let i = 1; i < 6; i++) await add(`b${i}`);
    }
  };
  await assert.rejects(reading, { code: "Conflict", message: /moved to another branch.*Read them again/ });
  assert.deepEqual(read, ["root", "a1", "a2", "a3"]);
  read.length = 5;
  await reading();
  assert.deepEqual(read.slice(5), ["root", "b0", "b1", "b2", "b3", "b4", "b5"]);
});

test("a head that moves to a shorter branch ends the reading; what is appended while it is read comes", async (t) => {
  const { wire, context, add } = await writing(t);
  const { turn_id: root } = await add("root");
  for (let i = 1; i < 8; i++) await add(`a${i}`);
  const read = [];
  const reading = async (then) => {
    for await (const turn of wire.history(context, { limit: 4 })) if (read.push(turn.data.text) === 8) await then();
  };
  await reading(() => add("a8"));
  assert.deepEqual(read.slice(7), ["a7", "a8"]);
  read.length = 0;
  const moved = reading(() => add("b0", { parentTurnId: root }).then(() => read.push("moved")));
  await assert.rejects(moved, { code: "Conflict", message: /moved to another branch.*Read them again/ });
  assert.deepEqual(read.slice(7), ["a7", "moved"]);
});

test("follow ends when it is aborted, at once and before it began", async (t) => {
  const { wire, context, add } = await writing(t);
  for (const text of ["a", "b", "c"]) await add(text);
  await endsWhenAborted(wire, context);
});
