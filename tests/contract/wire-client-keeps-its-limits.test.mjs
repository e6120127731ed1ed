// Promise: WireClient waits no longer, sends no more at once and believes no more than it was told, whatever answers.

import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import test, { before } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { blake3, init, Registry, WireClient } from "vitrine/node";
import { NOTE, notes, realHost } from "../support/notes.mjs";
import { until } from "../support/until.mjs";
import { frame, listen, scripted, welcome } from "../support/wire-hosts.mjs";

const retry = { attempts: 3, minDelay: 5, maxDelay: 20 };
const HEAD = Buffer.alloc(20);

before(() => init());

function clientTo(t, at, options = {}) {
  const client = new WireClient({ host: at.host, port: at.port, registry: new Registry(notes), retry, ...options });
  t.after(() => client.close());
  return client;
}

test("an answer that does not come: Timeout, and the rest goes on", async (t) => {
  const server = await scripted(t, ({ type, id, payload }, socket) => {
    if (payload.readBigUInt64LE(0) !== 7n) socket.write(frame(type, id, HEAD));
  });
  const client = clientTo(t, server);
  const started = performance.now();
  const [late, answered] = await Promise.allSettled([client.head("7", { timeout: 100 }), client.head("1")]);
  assert.equal(late.reason.code, "Timeout");
  assert.match(late.reason.message, /100 ms/);
  assert.ok(performance.now() - started < 2000);
  assert.equal(answered.status, "fulfilled");
  await client.head("1");
  assert.equal(server.connections(), 1);
});

test("a host that falls silent is left, and what may be repeated goes to the next connection", async (t) => {
  const server = await scripted(t, ({ type, id }, socket, connection) => {
    if (connection === 2) socket.write(frame(type, id, HEAD));
  });
  const client = clientTo(t, server, { stallTimeout: 100, timeout: 5000 });
  await client.head("1");
  assert.equal(server.connections(), 2);
});

test("by default a host that is out of memory has the time to say so, and a silent one is left before the call ends", async () => {
  const { settled } = createRequire(import.meta.url)("../node_modules/vitrine/cjs/src/node/options.js");
  const { timeout, stall } = settled({}).limits;
  const [, seconds] = /const PATIENCE: Duration = Duration::from_secs\((\d+)\)/.exec(
    readFileSync(new URL("../../host/src/memory.rs", import.meta.url), "utf8"),
  );
  assert.ok(stall > 1000 * seconds, `${stall} ms`);
  assert.ok(stall < timeout, `${stall} of ${timeout} ms`);
});

test("a greeting that takes longer than its call may: Timeout", async (t) => {
  const silent = await listen(t, (socket) => socket.resume());
  const client = clientTo(t, silent);
  await assert.rejects(client.hello({ timeout: 50 }), { code: "Timeout", message: /50 ms/ });
});

test("nobody greets: Unreachable in time", async (t) => {
  const silent = await listen(t, (socket) => socket.resume());
  const client = clientTo(t, silent, { connectTimeout: 50, retry: { ...retry, attempts: 2 } });
  await assert.rejects(client.hello(), { code: "Unreachable", message: /no greeting in 50 ms/ });
});

test("no more on the wire than was allowed; the rest waits, in order", async (t) => {
  const held = [];
  let bytes = 0;
  const server = await scripted(t, (each, socket) => {
    held.push({ ...each, socket });
    bytes += each.bytes.length;
  });
  const settled = () => new Promise((resolve) => setTimeout(resolve, 100));
  /** So many have come, and after a while no more. A machine with much to do takes its time. */
  const comes = async (count) => {
    for (let tries = 0; tries < 100 && held.length < count; tries++) await settled();
    await settled();
  };

  const few = clientTo(t, server, { maxRequests: 3 });
  const calls = Array.from({ length: 10 }, (_, i) => few.head(String(i + 1)));
  await comes(3);
  assert.equal(held.length, 3);
  const contexts = [];
  for (let answered = 0; answered < 10; answered++) {
    const { type, id, payload, socket } = held[answered];
    contexts.push(payload.readBigUInt64LE(0));
    socket.write(frame(type, id, HEAD));
    await comes(Math.min(answered + 4, 10));
    assert.ok(held.length <= answered + 4, `${held.length} requests with ${answered + 1} answered`);
  }
  await Promise.all(calls);
  assert.deepEqual(
    contexts,
    contexts.map((_, i) => BigInt(i + 1)),
  );

  held.length = bytes = 0;
  const small = clientTo(t, server, { maxBytes: 3_000_000, zstd: false });
  const payload = new Uint8Array(1_000_000).fill(0xc0);
  const appends = Array.from({ length: 20 }, () => small.append("1", NOTE, payload));
  await comes(2);
  assert.equal(held.length, 2, "a third one would be more than 3,000,000 bytes with its header");
  assert.ok(bytes < 3_000_000);
  small.close();
  for (const { reason } of await Promise.allSettled(appends)) assert.equal(reason.code, "Closed");
});

test("a reader that does not read does not make the client's memory grow", async (t) => {
  const deaf = await listen(t, (socket) => {
    socket.once("data", (hello) => {
      socket.write(frame(1, hello.readBigUInt64LE(8), Buffer.from("01000000000000000100", "hex")));
      socket.pause();
    });
  });
  const client = clientTo(t, deaf, { maxBytes: 2 ** 31 - 1, maxRequests: 100_000, zstd: false });
  const payload = new Uint8Array(1 << 20);
  const written = [];
  const calls = Array.from({ length: 60 }, () =>
    client.append("1", NOTE, payload).catch(({ code }) => written.push(code)),
  );
  const { Socket } = await import("node:net");
  let waiting = [];
  await until(() => {
    waiting = process._getActiveHandles().filter((each) => each instanceof Socket && each.remotePort === deaf.port);
    return waiting[0]?.writableLength > 0;
  });
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.equal(waiting.length, 1);
  assert.ok(waiting[0].writableLength <= 2 << 20, `${waiting[0].writableLength} bytes wait in the socket`);
  client.close();
  await Promise.all(calls);
  assert.deepEqual(new Set(written), new Set(["Closed"]));
});

test("a frame that went out is let go of, however large", async (t) => {
  const payload = () => new Uint8Array(32 << 20);
  const ack = Buffer.concat([HEAD, Buffer.from(blake3(payload()))]);
  // One that keeps nothing of what it reads.
  const server = await listen(t, (socket) => {
    let [left, id] = [0, 0n];
    socket.once("data", (hello) => {
      socket.write(welcome(hello.readBigUInt64LE(8)));
      socket.on("data", (chunk) => {
        if (left === 0) [left, id] = [chunk.readUInt32LE(0) + 16, chunk.readBigUInt64LE(8)];
        left -= chunk.length;
        if (left === 0) socket.write(frame(5, id, ack));
      });
    });
  });
  const client = clientTo(t, server, { zstd: false });
  await client.append("1", NOTE, payload());
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  let held = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 20 && held > 16 << 20; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    collect();
    held = process.memoryUsage().arrayBuffers;
  }
  assert.ok(held < 16 << 20, `${held} bytes are held while nothing is under way`);
});

test("what cannot be a frame is refused, here and from there", async (t) => {
  const liar = await scripted(t, ({ type, id }, socket) => {
    const header = frame(type, id);
    header.writeUInt32LE((64 << 20) + 1, 0);
    socket.write(header);
  });
  // Packed, so many zeros would be a small frame.
  const client = clientTo(t, liar, { zstd: false });
  await assert.rejects(client.head("1"), {
    code: "Unreachable",
    message:
      /: frame: expected a payload of at most 67108864 bytes, found 67108865 announced\. Check [^.]* listens there\.$/,
  });
  await assert.rejects(client.append("1", NOTE, new Uint8Array(64 << 20)), { code: "BadRequest", message: /67108864/ });

  const stranger = await scripted(t, ({ id }, socket) => socket.write(frame(99, id)));
  await assert.rejects(clientTo(t, stranger).head("1"), {
    code: "DecodeError",
    message: /expected one of type 4 or 255/,
  });
  const short = await scripted(t, ({ type, id }, socket) => socket.write(frame(type, id, Buffer.alloc(19))));
  await assert.rejects(clientTo(t, short).head("1"), {
    code: "DecodeError",
    message: /4 more bytes at byte 16, found 3/,
  });
  const long = await scripted(t, ({ type, id }, socket) => socket.write(frame(type, id, Buffer.alloc(21))));
  await assert.rejects(clientTo(t, long).head("1"), { code: "DecodeError", message: /1 more bytes/ });
  const chatty = await scripted(t, (_, socket) => socket.write(frame(4, 999, HEAD)));
  await assert.rejects(clientTo(t, chatty).head("1"), { code: "Unreachable", message: /found one to 999/ });
});

test("an answer to something else is refused, whatever it answers", async (t) => {
  const digits = (bytes) => Buffer.from(bytes).toString("hex");
  const u32 = (...values) => Buffer.from(Uint32Array.from(values).buffer);
  const payload = new Uint8Array([0x80]);
  const [right, wrong] = [Buffer.from(blake3(payload)), Buffer.alloc(32, 7)];
  const ack = (hash) => Buffer.concat([HEAD, hash]);
  const entry = { contextId: "1", type: NOTE, value: payload };
  const both = { expected: digits(right), found: digits(wrong) };
  const registry = new Registry();
  for (const [type, reply, call, details] of [
    [5, ack(wrong), (client) => client.append("1", NOTE, payload), both],
    [13, Buffer.concat([u32(2), ack(right), ack(wrong)]), (client) => client.appendBatch([entry, entry]), both],
    [
      13,
      Buffer.concat([u32(1), ack(right)]),
      (client) => client.appendBatch([entry, entry]),
      { expected: "2", found: "1" },
    ],
    [11, Buffer.concat([wrong, Buffer.of(1)]), (client) => client.putBlob(payload), both],
    [12, u32(200), (client) => client.putBundle(notes), { expected: "201 or 204", found: "200" }],
  ]) {
    const stranger = await scripted(t, (each, socket) => socket.write(frame(each.type, each.id, reply)));
    const client = clientTo(t, stranger, { registry });
    await assert.rejects(call(client), { code: "DecodeError", details }, `message ${type}`);
  }
  assert.equal(registry.bundleId, null, "a bundle that nobody took is in no registry");
});

test("a greeting to somebody else, or of another protocol, is refused at once", async (t) => {
  const greets = (answer) =>
    listen(t, (socket) => socket.once("data", (hello) => socket.write(answer(hello.readBigUInt64LE(8)))));
  const other = await greets((id) => frame(1, id + 41n, Buffer.from("01000000000000000100", "hex")));
  await assert.rejects(clientTo(t, other).hello(), { code: "DecodeError", message: /expected id 1, found id 42/ });
  const newer = await greets((id) => frame(1, id, Buffer.from("01000000000000000200", "hex")));
  await assert.rejects(clientTo(t, newer).head("1"), { code: "DecodeError", message: /version .*expected 1, found 2/ });
  assert.deepEqual([other.connections(), newer.connections()], [1, 1]);
});

test("one signal ends any number of calls, and nobody is warned of a leak", async (t) => {
  const silent = await scripted(t, () => {});
  const warnings = [];
  const keep = (warning) => warnings.push(warning.message);
  process.on("warning", keep);
  t.after(() => process.off("warning", keep));
  const client = clientTo(t, silent);
  const { signal } = new AbortController();
  const ended = new AbortController();
  const many = (call) => Array.from({ length: 20 }, call);
  const calls = many(() => client.head("1", { signal: ended.signal }));
  const listening = many(() => client.subscribe("1", { signal: ended.signal }).next());
  const greetings = many(() => clientTo(t, silent).hello({ signal }));
  await Promise.all(greetings);
  ended.abort(new Error("enough"));
  for (const { reason } of await Promise.allSettled([...calls, ...listening])) assert.equal(reason.message, "enough");
  // Warnings come with the next turn of the loop.
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.deepEqual(warnings, []);
});

test("an abort is the caller's own reason, before and during", async (t) => {
  const silent = await scripted(t, () => {});
  const client = clientTo(t, silent);
  const reason = new Error("enough");
  const isReason = (error) => error === reason;
  await assert.rejects(client.head("1", { signal: AbortSignal.abort(reason) }), isReason);
  const controller = new AbortController();
  const call = client.head("1", { signal: controller.signal });
  setTimeout(() => controller.abort(reason), 30);
  await assert.rejects(call, isReason);
});

test("options and ids that cannot be are refused by name", async (t) => {
  for (const [options, name] of [
    [{ port: 0 }, /port: expected 1 to 65535, found 0/],
    [{ timeout: 0 }, /timeout/],
    [{ tag: "é".repeat(513) }, /tag: expected text of at most 1024 bytes/],
    [{ maxRequests: 1.5 }, /maxRequests/],
    [{ retry: { attempts: -1 } }, /retry\.attempts/],
    [{ stallTimeout: 2 ** 31 }, /stallTimeout: expected a whole number from 1 to 2147483647, found 2147483648/],
  ]) {
    assert.throws(() => new WireClient(options), { code: "BadRequest", message: name });
  }
  const host = await realHost(t);
  const client = clientTo(t, host.at);
  for (const id of ["", "-1", "01", "18446744073709551616", "1e3", 7, null]) {
    await assert.rejects(client.head(id), { code: "BadRequest", message: /context id: expected an id/ });
  }
  for (const timeout of [0, -1, 1.5, 2 ** 31, Number.NaN, Number.POSITIVE_INFINITY, "5", null]) {
    const refused = { code: "BadRequest", message: /^timeout: expected a whole number from 1 to 2147483647, found / };
    for (const call of [
      () => client.hello({ timeout }),
      () => client.createContext("0", { timeout }),
      () => client.head("1", { timeout }),
      () => client.append("1", NOTE, new Uint8Array([0x80]), { timeout }),
      () => client.last("1", { timeout }),
      () => client.pages("1", { timeout }).next(),
    ])
      await assert.rejects(call(), refused, `${timeout}`);
  }
  await client.createContext("0", { timeout: 2 ** 31 - 1 });
  await assert.rejects(client.last("1", { limit: 0 }), { code: "BadRequest", message: /limit/ });
  await assert.rejects(client.blob("00"), { code: "BadRequest", message: /64 hex digits/ });
  await assert.rejects(client.head("18446744073709551615"), { code: "NotFound" });
});

test("a subscription ends with its caller's reason, also where there is no AbortSignal.any, and lets go of the signal", async (t) => {
  const { any } = AbortSignal;
  AbortSignal.any = undefined;
  t.after(() => {
    AbortSignal.any = any;
  });
  const host = await realHost(t);
  const client = clientTo(t, host.at);
  const context = await client.createContext();
  const reason = new Error("enough");
  const isReason = (error) => error === reason;
  const aborted = AbortSignal.abort(reason);
  await assert.rejects(client.subscribe(context, { signal: aborted }).next(), isReason);
  const controller = new AbortController();
  const { signal } = controller;
  const next = client.subscribe(context, { signal }).next();
  setTimeout(() => controller.abort(reason), 50);
  await assert.rejects(next, isReason);

  const other = new AbortController();
  await client.append(context, NOTE, new Uint8Array([0x80]));
  for await (const { turn_id } of client.subscribe(context, { signal: other.signal })) {
    assert.equal(turn_id, "1");
    break;
  }
  assert.deepEqual(getEventListeners(other.signal, "abort"), []);
});

test("after close() every call is refused", async (t) => {
  const host = await realHost(t);
  const client = clientTo(t, host.at);
  const context = await client.createContext();
  const listening = client.subscribe(context).next();
  await new Promise((resolve) => setTimeout(resolve, 50));
  client.close();
  client.close();
  await assert.rejects(listening, { code: "Closed" });
  await assert.rejects(client.head(context), { code: "Closed" });
  await assert.rejects(client.hello(), { code: "Closed" });
});
