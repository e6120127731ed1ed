// Promise: VitrineClient reads a host's contexts as typed, verified turns, knows when the registry changed, and says
// of every failure what it is.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after, before } from "node:test";
import {
  blake3,
  encodeTurn,
  init,
  Registry,
  RegistryConflictError,
  reinit,
  VitrineClient,
  VitrineError,
} from "vitrine";
import { WireClient } from "vitrine/node";
import { startHost } from "../../scripts/lib/host.mjs";
import { Writer } from "../browser/support/wire.mjs";

const TYPE = { typeId: "com.example.Note", typeVersion: 1 };
const fields = { 1: { name: "role", type: "string" }, 2: { name: "text", type: "string" } };
const first = {
  registry_version: 1,
  bundle_id: "notes/1 ü",
  types: { [TYPE.typeId]: { versions: { 1: { fields } } } },
};
const second = {
  ...first,
  bundle_id: "notes-2",
  types: {
    [TYPE.typeId]: { versions: { 1: { fields }, 2: { fields: { ...fields, 3: { name: "mood", type: "string" } } } } },
  },
};
const breaking = {
  ...first,
  bundle_id: "notes-3",
  types: { [TYPE.typeId]: { versions: { 3: { fields: { 1: { name: "role", type: "bool" } } } } } },
};

let data;
let host;
let writer;
let client;
let asked = [];

/** The real fetch; keeps what was asked for. */
const counting = (input, options) => {
  asked.push(new URL(input).pathname + new URL(input).search);
  return fetch(input, options);
};
const registryRequests = () => asked.filter((path) => path.startsWith("/v1/registry?")).length;

async function append(context, version, value, registry) {
  const type = { ...TYPE, typeVersion: version };
  const payload = Buffer.from(encodeTurn(type, value, new Registry(registry)));
  return writer.append(context, { ...type, payload, hash: Buffer.from(blake3(payload)) });
}

before(async () => {
  await init();
  data = mkdtempSync(join(tmpdir(), "vitrine-client-"));
  host = await startHost({ data });
  writer = await Writer.to(host.wire);
  client = new VitrineClient({ baseUrl: host.http, fetch: counting });
});

after(async () => {
  writer?.close();
  await host?.stop();
  rmSync(data, { recursive: true, force: true });
});

test("no contexts, then the newest first", async () => {
  assert.deepEqual(await client.contexts(), []);
  const ids = [await writer.createContext(), await writer.createContext()];
  const found = await client.contexts();
  assert.deepEqual(
    found.map(({ context_id }) => context_id),
    [...ids].reverse(),
  );
  assert.deepEqual(found[0], { context_id: ids[1], head_turn_id: "0", head_depth: 0 });
  assert.equal((await client.contexts({ limit: 1 })).length, 1);
  assert.deepEqual(await client.contexts({ before: ids[1] }), [
    { context_id: ids[0], head_turn_id: "0", head_depth: 0 },
  ]);
  assert.deepEqual(await client.contexts({ before: ids[0] }), []);
  assert.deepEqual(await client.contexts({ tag: "nobody" }), []);
  const [address, port] = host.wire.split(":");
  const tagged = new WireClient({ host: address, port: Number(port), tag: "somebody" });
  const theirs = await tagged.createContext();
  tagged.close();
  const somebody = { context_id: theirs, head_turn_id: "0", head_depth: 0, tag: "somebody" };
  assert.deepEqual(await client.contexts({ tag: "somebody" }), [somebody]);
});

test("an empty context, before any bundle", async () => {
  const context = await writer.createContext();
  const meta = { context_id: context, head_turn_id: "0", head_depth: 0, registry_bundle_id: null };
  assert.deepEqual(await client.turns(context), { meta, turns: [], next_before_turn_id: null });
});

test("a bundle: new, known, refused", async () => {
  assert.equal(await client.putBundle(first), 201);
  assert.equal(await client.putBundle(first), 204);
  const otherContent = { ...second, bundle_id: first.bundle_id };
  await assert.rejects(client.putBundle(otherContent), { name: "RegistryConflictError", message: /other content/ });
  await assert.rejects(client.putBundle(breaking), (error) => {
    assert.ok(error instanceof RegistryConflictError);
    assert.equal(error.status, 409);
    assert.match(error.message, /role|tag|1/);
    return true;
  });
});

test("pages to the root, typed and verified", async () => {
  const context = await writer.createContext();
  const ids = [];
  for (let i = 0; i < 7; i++) ids.push(await append(context, 1, { role: "user", text: `note ${i} — é 漢` }, first));

  const pages = [];
  for (let before; pages.length === 0 || before; before = pages.at(-1).next_before_turn_id) {
    pages.push(await client.turns(context, { limit: 3, beforeTurnId: before }));
  }
  assert.deepEqual(
    pages.map(({ turns }) => turns.length),
    [3, 3, 1],
  );
  assert.equal(pages.at(-1).next_before_turn_id, null);
  assert.deepEqual(pages[0].meta, {
    context_id: context,
    head_turn_id: ids[6],
    head_depth: 6,
    registry_bundle_id: first.bundle_id,
  });
  const turns = [...pages].reverse().flatMap(({ turns }) => turns);
  assert.deepEqual(
    turns.map(({ turn_id }) => turn_id),
    ids,
  );
  assert.deepEqual(
    turns.map(({ data }) => data.text),
    ids.map((_, i) => `note ${i} — é 漢`),
  );
  assert.ok(turns.every(({ verified }) => verified));

  const [shown] = (await client.turns(context, { limit: 1, typeHintMode: "explicit", as: TYPE, verify: false })).turns;
  assert.equal(shown.verified, false);
});

test("one registry for all calls, fetched anew when the host has another", async () => {
  const context = await writer.createContext();
  await append(context, 1, { role: "user", text: "old" }, first);
  asked = [];
  const fresh = new VitrineClient({ baseUrl: `${host.http}/`, fetch: counting });
  await Promise.all([fresh.turns(context), fresh.turns(context), fresh.turns(context)]);
  await fresh.turns(context);
  assert.equal(registryRequests(), 1);

  assert.equal(await client.putBundle(second), 201);
  await append(context, 2, { role: "user", text: "new", mood: "calm" }, second);
  const { meta, turns } = await fresh.turns(context);
  assert.equal(registryRequests(), 2);
  assert.equal(meta.registry_bundle_id, second.bundle_id);
  assert.deepEqual(turns[1].data, { role: "user", text: "new", mood: "calm" });

  await reinit();
  assert.deepEqual((await fresh.turns(context)).turns, turns, "a client outlives the instance");
  assert.equal(registryRequests(), 3);
});

test("what the host refuses has the host's code", async () => {
  const context = await writer.createContext();
  const other = await writer.createContext();
  await append(context, 1, { role: "user", text: "here" }, first);
  const elsewhere = await append(other, 1, { role: "user", text: "there" }, first);
  const refused = (call, code) =>
    assert.rejects(call, (error) => {
      assert.ok(error instanceof VitrineError && !(error instanceof RegistryConflictError));
      assert.equal(error.code, code);
      return true;
    });
  await refused(client.turns("999999"), "NotFound");
  await refused(client.turns("not/an id"), "BadRequest");
  await refused(client.turns(context, { limit: 0 }), "BadRequest");
  await refused(client.contexts({ limit: 1001 }), "BadRequest");
  await refused(client.turns(context, { beforeTurnId: elsewhere }), "Conflict");
  await refused(client.turns(context, { bytesRender: "base32" }), "BadRequest");
  assert.equal((await client.turns(context)).turns.length, 1, "the client goes on");
});

test("an abort is the caller's own reason", async () => {
  const reason = new Error("enough");
  const signal = AbortSignal.abort(reason);
  const isReason = (error) => error === reason;
  await assert.rejects(client.contexts({ signal }), isReason);
  await assert.rejects(client.turns("1", { signal }), isReason);
  await assert.rejects(client.putBundle(first, { signal }), isReason);

  const context = await writer.createContext();
  const controller = new AbortController();
  // Gives up while the registry is on its way, which others may wait for.
  const slow = new VitrineClient({
    baseUrl: host.http,
    fetch: async (input, options) => {
      if (String(input).includes("/v1/registry")) setTimeout(() => controller.abort(reason), 10);
      const answer = await fetch(input, options);
      if (String(input).includes("/v1/registry")) await new Promise((resolve) => setTimeout(resolve, 100));
      return answer;
    },
  });
  const [givenUp, waited] = await Promise.allSettled([
    slow.turns(context, { signal: controller.signal }),
    slow.turns(context),
  ]);
  assert.equal(givenUp.reason, reason);
  assert.equal(waited.status, "fulfilled");
});

test("nobody there: Unreachable, with the address and what to check", async () => {
  const nobody = new VitrineClient({ baseUrl: "http://127.0.0.1:1" });
  await assert.rejects(nobody.contexts(), {
    code: "Unreachable",
    message: /http:\/\/127\.0\.0\.1:1\/v1\/contexts.*Check/,
  });
  assert.throws(() => new VitrineClient({ baseUrl: "127.0.0.1" }), { code: "BadRequest", message: /baseUrl/ });
});

test("something else there: DecodeError; the token is sent", async (t) => {
  const seen = [];
  const answers = {
    "/v1/contexts": [200, "text/html", "<!doctype html><title>A page</title>"],
    "/v1/contexts/1/turns": [200, "text/html", "<!doctype html>"],
    "/v1/contexts/2/turns": [200, "application/vnd.vitrine.turns", ""],
    "/v1/contexts/3/turns": [502, "text/html", "Bad gateway"],
  };
  const server = createServer((request, response) => {
    seen.push(request.headers.authorization);
    const [status, type, body] = answers[request.url] ?? [404, "text/plain", ""];
    response.writeHead(status, { "content-type": type }).end(body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  let calls = 0;
  const token = async () => `secret-${++calls}`;
  const lost = new VitrineClient({ baseUrl: `http://127.0.0.1:${server.address().port}`, token });
  await assert.rejects(lost.contexts(), { code: "DecodeError", message: /expected JSON, found "<!doctype html>/ });
  await assert.rejects(lost.turns("1"), { code: "DecodeError", message: /vnd\.vitrine\.turns, found text\/html/ });
  await assert.rejects(lost.turns("2"), { code: "DecodeError", message: /vitrine-head/ });
  await assert.rejects(lost.turns("3"), { code: "DecodeError", message: /502 with "Bad gateway"/ });
  assert.deepEqual(seen, ["Bearer secret-1", "Bearer secret-2", "Bearer secret-3", "Bearer secret-4"]);
});
