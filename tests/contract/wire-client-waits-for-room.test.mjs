// Promise: what a host refuses for now (`details.retry`) WireClient sends again where that is safe, within the limits of the
// call, and no append overtakes another.

import assert from "node:assert/strict";
import test, { before } from "node:test";
import { blake3, init, Registry, WireClient } from "vitrine/node";
import { NOTE, notes } from "../support/notes.mjs";
import { until } from "../support/until.mjs";
import { frame, scripted } from "../support/wire-hosts.mjs";

const [CREATE, APPEND, ERROR] = [2, 5, 255];
const NIL = new Uint8Array([0x80]);
const SLOW = { attempts: 3, minDelay: 60_000, maxDelay: 60_000 };
const NO_ROOM = { code: "Storage", details: { retry: true } };

before(() => init());

function clientTo(t, { host, port }, options = {}) {
  const retry = { attempts: 3, minDelay: 5, maxDelay: 20 };
  const client = new WireClient({ host, port, registry: new Registry(notes), retry, zstd: false, ...options });
  t.after(() => client.close());
  return client;
}

function refusal(id, details = { retry: true }) {
  const text = Buffer.from(JSON.stringify({ code: "Storage", message: "no room", details }));
  const head = Buffer.alloc(8);
  head.writeUInt32LE(500, 0);
  head.writeUInt32LE(text.length, 4);
  return frame(ERROR, id, Buffer.concat([head, text]));
}

function granted({ type, id }) {
  const head = Buffer.alloc(20);
  return frame(type, id, type === APPEND ? Buffer.concat([head, Buffer.from(blake3(NIL))]) : head);
}

/** A host that refuses the first so many requests; what came to it. */
async function short(t, refusals, details) {
  const came = [];
  const server = await scripted(t, (each, socket) => {
    came.push(each);
    socket.write(came.length <= refusals ? refusal(each.id, details) : granted(each));
  });
  return { ...server, came };
}

test("a read and an append are sent again, the same to the last byte", async (t) => {
  for (const ask of [(client) => client.head("1"), (client) => client.append("1", NOTE, NIL)]) {
    const host = await short(t, 2);
    await ask(clientTo(t, host));
    const [first, ...again] = host.came.map(({ bytes }) => bytes.toString("hex"));
    assert.deepEqual(again, [first, first]);
    assert.equal(host.connections(), 1);
  }
});

test("tries end, with what the host said", async (t) => {
  const host = await short(t, 99);
  await assert.rejects(clientTo(t, host).head("1"), { ...NO_ROOM, message: "no room" });
  assert.equal(host.came.length, 3);
});

test("neither what may not be repeated nor what the host refuses for good is sent again", async (t) => {
  const host = await short(t, 1);
  await assert.rejects(clientTo(t, host).createContext(), NO_ROOM);
  assert.deepEqual(
    host.came.map(({ type }) => type),
    [CREATE],
  );
  const full = await short(t, 1, {});
  await assert.rejects(clientTo(t, full).head("1"), { code: "Storage" });
  assert.equal(full.came.length, 1);
});

test("a call's time, its signal and close() end the wait", async (t) => {
  t.mock.method(Math, "random", () => 0.9);
  const host = await short(t, 99);
  const client = clientTo(t, host, { retry: SLOW });
  await assert.rejects(client.head("1", { timeout: 50 }), { code: "Timeout" });
  const comes = (count) => until(() => host.came.length === count);
  const reason = new Error("enough");
  const controller = new AbortController();
  const aborted = clientTo(t, host, { retry: SLOW }).head("1", { signal: controller.signal });
  comes(2).then(() => controller.abort(reason));
  await assert.rejects(aborted, (error) => error === reason);
  const closing = clientTo(t, host, { retry: SLOW });
  comes(3).then(() => setTimeout(() => closing.close(), 30));
  await assert.rejects(closing.head("1"), { code: "Closed" });
  assert.equal(host.came.length, 3);
});

test("a wait in which nothing is owed is no silence", async (t) => {
  t.mock.method(Math, "random", () => 0.9);
  const retry = { attempts: 3, minDelay: 400, maxDelay: 400 };
  for (const others of [[], ["2"]]) {
    let came = 0;
    const host = await scripted(t, (each, socket) => {
      came += 1;
      if (came === 1) return socket.write(refusal(each.id));
      // What came with the first is answered while that one waits.
      return setTimeout(() => socket.write(granted(each)), 30);
    });
    const client = clientTo(t, host, { retry, stallTimeout: 80 });
    await Promise.all(["1", ...others].map((id) => client.head(id)));
    assert.equal(host.connections(), 1, `${others.length} others`);
  }
});

test("appends keep their order: later ones wait with one that was refused; where they were sent, it fails", async (t) => {
  t.mock.method(Math, "random", () => 0.9);
  const retry = { attempts: 3, minDelay: 500, maxDelay: 500 };
  const host = await short(t, 1);
  const client = clientTo(t, host, { retry });
  const first = client.append("1", NOTE, NIL, { idempotencyKey: "first" });
  await until(() => host.came.length === 1);
  await new Promise((resolve) => setTimeout(resolve, 30));
  const second = client.append("1", NOTE, NIL, { idempotencyKey: "second" });
  await new Promise((resolve) => setTimeout(resolve, 30));
  assert.equal(host.came.length, 1, "while the host is given time, nothing is sent");
  await Promise.all([first, second]);
  const keys = (came) => came.map(({ payload }) => /first|second/.exec(payload.toString("latin1"))[0]);
  assert.deepEqual(keys(host.came), ["first", "first", "second"]);

  const came = [];
  const piped = await scripted(t, (each, socket) => {
    came.push(each);
    if (came.length === 2) socket.write(Buffer.concat([refusal(came[0].id), granted(each)]));
  });
  const other = clientTo(t, piped, { retry });
  const [refused, taken] = await Promise.allSettled(
    ["first", "second"].map((idempotencyKey) => other.append("1", NOTE, NIL, { idempotencyKey })),
  );
  assert.equal(refused.reason.code, "Storage");
  assert.equal(taken.status, "fulfilled");
  assert.deepEqual(keys(came), ["first", "second"]);
});

test("what was refused and what was on the wire goes to the next connection in the order in which it was made", async (t) => {
  t.mock.method(Math, "random", () => 0.9);
  const came = [];
  const server = await scripted(t, (each, socket, connection) => {
    came.push(each.payload.readBigUInt64LE(0));
    if (connection > 1) return socket.write(granted(each));
    // The first and the second are refused, the third gets no answer.
    return came.length === 3 ? socket.end() : socket.write(refusal(each.id));
  });
  const client = clientTo(t, server, { retry: { attempts: 5, minDelay: 50, maxDelay: 50 } });
  await Promise.all(["1", "2", "3"].map((id) => client.head(id)));
  assert.deepEqual(came, [1n, 2n, 3n, 1n, 2n, 3n]);
});

test("a subscription goes on", async (t) => {
  const server = await scripted(t, ({ type, id }, socket, connection) => {
    socket.write(connection < 3 ? refusal(id) : frame(type, id));
  });
  // The third connection's answer is none, and was read.
  await assert.rejects(clientTo(t, server).subscribe("1").next(), { code: "DecodeError" });
  assert.equal(server.connections(), 3);
});
