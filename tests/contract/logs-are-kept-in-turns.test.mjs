// Promise: turnsLogStore keeps a workspace's log in the turns of a context: what is added is a turn, what was compacted
// begins anew, other turns of the context do not disturb it, and what was saved is what is loaded.

import assert from "node:assert/strict";
import test, { before } from "node:test";
import { init, turnsLogStore, VitrineClient } from "vitrine";
import { NOTE, notes, realHost } from "../support/notes.mjs";

before(() => init());

const append = (html) => ({ op: "dom.append", params: { windowId: "a", target: "#root", html } });

async function setUp(t) {
  const host = await realHost(t);
  const client = new VitrineClient({ baseUrl: host.http });
  await client.putBundle(notes);
  const context = await client.createContext();
  const turns = async () => (await client.turns(context, { limit: 1000 })).turns;
  return { client, context, turns };
}

test("what is saved is loaded, by this store and by another", async (t) => {
  const { client, context, turns } = await setUp(t);
  const store = turnsLogStore(client, context);
  assert.deepEqual(await store.load(), []);
  const log = [append("1"), append("ü <b>"), append("3")];
  await store.save(log.slice(0, 1));
  await client.append(context, NOTE, { role: "user", text: "between" });
  await store.save(log);
  await store.save(log);
  assert.deepEqual(await turnsLogStore(client, context).load(), log);
  const sizes = (await turns()).map(({ data }) => data.operations?.length ?? data.text);
  assert.deepEqual(sizes, [1, "between", 2]);
});

test("a log that was compacted begins anew, and so does an empty one", async (t) => {
  const { client, context, turns } = await setUp(t);
  await client.append(context, NOTE, { role: "user", text: "before" });
  const store = turnsLogStore(client, context);
  for (const log of [[append("1"), append("2")], [append("2")], [append("2"), append("3")]]) {
    await store.save(log);
    assert.deepEqual(await turnsLogStore(client, context).load(), log);
  }
  const other = turnsLogStore(client, context);
  await other.save([]);
  assert.deepEqual(await other.load(), []);
  await other.save([append("4")]);
  assert.deepEqual(await turnsLogStore(client, context).load(), [append("4")]);
  const kinds = (await turns()).map(({ data }) => data.anew ?? data.text);
  assert.deepEqual(kinds, ["before", false, true, false, true, false]);
});

test("a long log is read over many pages", async (t) => {
  const { client, context } = await setUp(t);
  const store = turnsLogStore(client, context);
  const log = [];
  for (let count = 0; count < 150; count++) {
    log.push(append(String(count)));
    await store.save(log);
  }
  assert.deepEqual(await turnsLogStore(client, context).load(), log);
});

test("what a host refuses is said", async (t) => {
  const { client } = await setUp(t);
  await assert.rejects(turnsLogStore(client, "999999").load(), { code: "NotFound" });
});
