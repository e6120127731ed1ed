// Promise: when a connection breaks, WireClient makes another and repeats what may be repeated, in its order; an
// append lands once, and what may not be repeated fails by name.

import assert from "node:assert/strict";
import test, { before } from "node:test";
import { init, Registry, WireClient } from "vitrine/node";
import { NOTE, notes, realHost } from "../support/notes.mjs";
import { listen, proxy, scripted } from "../support/wire-hosts.mjs";

const retry = { minDelay: 5, maxDelay: 20 };
const APPEND = 5;
const SUBSCRIBE = 14;

before(() => init());

function clientTo(t, at, options = {}) {
  const client = new WireClient({ host: at.host, port: at.port, registry: new Registry(notes), retry, ...options });
  t.after(() => client.close());
  return client;
}

const texts = (batch) => batch.project(new Registry(notes)).map(({ data }) => data.text);

test("an append whose ack was lost lands once", async (t) => {
  const host = await realHost(t);
  const between = await proxy(t, host.wire, (reply, connection) => reply.type === APPEND && connection === 1);
  const client = clientTo(t, between);
  const context = await client.createContext();
  const ack = await client.append(context, NOTE, { role: "user", text: "once" });
  assert.equal(ack.depth, 0);
  assert.equal(between.connections(), 2, "the first connection was cut");
  const batch = await client.last(context);
  assert.deepEqual(texts(batch), ["once"]);
  assert.equal(batch.project(new Registry(notes))[0].turn_id, ack.turn_id);
});

test("a pipeline that is cut again and again keeps its order, and each turn lands once", async (t) => {
  const host = await realHost(t);
  let replies = 0;
  const between = await proxy(t, host.wire, () => ++replies % 37 === 0);
  const client = clientTo(t, between, { maxRequests: 50 });
  const context = await clientTo(t, host.at).createContext();
  const expected = Array.from({ length: 400 }, (_, i) => `note ${i}`);
  const acks = await Promise.all(expected.map((text) => client.append(context, NOTE, { role: "user", text })));
  assert.deepEqual(
    acks.map(({ depth }) => depth),
    expected.map((_, i) => i),
  );
  assert.ok(between.connections() > 5, `${between.connections()} connections`);
  assert.deepEqual(texts(await clientTo(t, host.at).last(context, { limit: 500 })), expected);
});

test("what may not be repeated fails, and says that it may have been done", async (t) => {
  const host = await realHost(t);
  const between = await proxy(t, host.wire, (_, connection) => connection === 1);
  const client = clientTo(t, between);
  await assert.rejects(client.createContext(), { code: "Unreachable", message: /may have been carried out/ });
  assert.equal(await client.createContext(), "2", "the first was made, and the client goes on");
});

test("a host that comes back is found again", async (t) => {
  const first = await realHost(t);
  const client = clientTo(t, first.at, { retry: { attempts: 50, minDelay: 20, maxDelay: 50 } });
  const context = await client.createContext();
  await client.append(context, NOTE, { role: "user", text: "before" });
  await first.stop();
  const late = client.append(context, NOTE, { role: "user", text: "after" });
  await realHost(t, { data: first.data, wire: first.at.port });
  assert.equal((await late).depth, 1);
  assert.deepEqual(texts(await client.last(context)), ["before", "after"]);
});

test("tries end: nobody there, and a host that always hangs up", async (t) => {
  const gone = await listen(t, () => {});
  const nobody = clientTo(t, { host: "127.0.0.1", port: 1 });
  await assert.rejects(nobody.head("1"), {
    code: "Unreachable",
    message: /tcp:\/\/127\.0\.0\.1:1.*ECONNREFUSED.*Check/,
  });
  void gone;

  const rude = await scripted(t, (_, socket) => socket.destroy());
  const client = clientTo(t, rude, { retry: { ...retry, attempts: 4 } });
  await assert.rejects(client.head("1"), { code: "Unreachable" });
  assert.equal(rude.connections(), 4);
  await assert.rejects(client.head("1"), { code: "Unreachable" });
  assert.equal(rude.connections(), 8, "each call gets its tries");
});

test("a subscriber goes on as long as each connection brings something", async (t) => {
  const host = await realHost(t);
  const writer = clientTo(t, host.at);
  const context = await writer.createContext();
  const expected = Array.from({ length: 12 }, (_, i) => `note ${i}`);
  for (const text of expected) await writer.append(context, NOTE, { role: "user", text });
  let pushed = 0;
  const between = await proxy(t, host.wire, (reply) => reply.type === SUBSCRIBE && ++pushed % 2 === 0);
  const client = clientTo(t, between, { retry: { ...retry, attempts: 3 } });
  const seen = [];
  for await (const { batch } of client.subscribe(context)) {
    seen.push(...texts(batch));
    if (seen.length === expected.length) break;
  }
  assert.deepEqual(seen, expected);
  assert.ok(between.connections() > 6, `${between.connections()} connections`);
});
