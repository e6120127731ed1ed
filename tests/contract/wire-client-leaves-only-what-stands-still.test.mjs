// Promise: WireClient leaves a connection on which an answer is owed when nothing has moved on it for the stall time, and
// only then: a large request that goes out slowly, or an answer that comes in slowly, is waited for.

import assert from "node:assert/strict";
import test, { before } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { blake3, init, WireClient } from "vitrine/node";
import { NOTE } from "../support/notes.mjs";
import { Frames, frame, listen, scripted, welcome } from "../support/wire-hosts.mjs";

const retry = { attempts: 2, minDelay: 5, maxDelay: 20 };
const HEAD = Buffer.alloc(20);

before(() => init());

function clientTo(t, { host, port }, options) {
  const client = new WireClient({ host, port, retry, zstd: false, timeout: 60_000, ...options });
  t.after(() => client.close());
  return client;
}

/** Takes a greeting, then requests; of the first bytes of each connection, a little at a time. */
function slowly(t, slow, answer) {
  const take = async (socket) => {
    let [size, greeted] = [0, false];
    let header;
    for await (const chunk of socket) {
      if (!greeted) {
        greeted = socket.write(welcome(chunk.readBigUInt64LE(8)));
        continue;
      }
      header ??= chunk;
      const before = size;
      size += chunk.length;
      // Every so many bytes a pause, until the slow part is over: what the system still holds then goes at once.
      if (size < slow.bytes && Math.floor(size / slow.step) > Math.floor(before / slow.step)) await sleep(slow.pause);
      if (size === 16 + header.readUInt32LE(0)) socket.write(answer(header.readBigUInt64LE(8)));
    }
  };
  // A connection that ends in the middle is the client's to tell.
  return listen(t, (socket) => take(socket).catch(() => {}));
}

test("a request that takes longer than the stall time to go out is sent once", async (t) => {
  const payload = new Uint8Array(32 << 20);
  const ack = Buffer.concat([Buffer.alloc(20), blake3(payload)]);
  const slow = { bytes: 24 << 20, step: 1 << 20, pause: 120 };
  const host = await slowly(t, slow, (id) => frame(5, id, ack));
  const client = clientTo(t, host, { stallTimeout: 1000 });
  await client.hello();
  const started = performance.now();
  await client.append("1", NOTE, payload);
  assert.ok(performance.now() - started > 2000, "it was slow");
  assert.equal(host.connections(), 1);
});

test("an answer that takes longer than the stall time to come in is read", async (t) => {
  const host = await scripted(t, async ({ type, id }, socket) => {
    const reply = frame(type, id, HEAD);
    for (const byte of reply) {
      socket.write(Buffer.of(byte));
      await sleep(40);
    }
  });
  const client = clientTo(t, host, { stallTimeout: 800 });
  await client.head("1");
  assert.equal(host.connections(), 1);
});

test("a host that takes no more of a request is left", async (t) => {
  const deaf = await listen(t, (socket) => {
    socket.once("data", (hello) => {
      socket.write(welcome(hello.readBigUInt64LE(8)));
      socket.pause();
    });
  });
  const client = clientTo(t, deaf, { stallTimeout: 200 });
  await assert.rejects(client.append("1", NOTE, new Uint8Array(48 << 20)), {
    code: "Unreachable",
    message: /nothing came or went for 200 ms/,
  });
  assert.equal(deaf.connections(), 2);
});

test("a host that takes requests and answers none is left, however many still go out", async (t) => {
  const mute = await scripted(t, ({ type, id }, socket, connection) => {
    if (connection > 1) socket.write(frame(type, id, HEAD));
  });
  const client = clientTo(t, mute, { stallTimeout: 300 });
  const calls = [];
  for (const end = performance.now() + 1500; performance.now() < end && mute.connections() < 2; await sleep(30))
    calls.push(client.head("1"));
  assert.equal(mute.connections(), 2);
  await Promise.all(calls);
});

test("a host that takes no more is left also when the request was given up, for those behind it", async (t) => {
  const host = await listen(t, (socket, connection) => {
    const frames = new Frames();
    socket.on("data", (chunk) => {
      for (const { type, id } of frames.take(chunk)) socket.write(type === 1 ? welcome(id) : frame(type, id, HEAD));
      if (connection === 1) socket.pause();
    });
  });
  const client = clientTo(t, host, { stallTimeout: 300 });
  await client.hello();
  const late = client.append("1", NOTE, new Uint8Array(48 << 20), { timeout: 100 });
  await assert.rejects(late, { code: "Timeout" });
  await client.head("1", { timeout: 5000 });
  assert.equal(host.connections(), 2);
});
