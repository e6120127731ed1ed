// Promise: each code of the specification's section 8 comes out of the API, the gateway and, where a raw host can give
// it, the binary protocol, with the same name and message, and over HTTP with the specification's status.

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { before } from "node:test";
import { createGateway, init, Registry, VitrineClient } from "vitrine";
import { WireClient } from "vitrine/node";
import { NOTE, notes, realHost } from "../support/notes.mjs";

before(() => init());

/** A host with the notes' bundle, and the three ways to it. */
async function setUp(t, options) {
  const host = await realHost(t, options);
  const api = new VitrineClient({ baseUrl: host.http });
  const wire = new WireClient({ ...host.at, registry: new Registry(notes) });
  t.after(() => wire.close());
  await api.putBundle(notes);
  const gateway = createGateway({ baseUrl: host.http });
  const ask = async (path, init) => {
    const answer = await gateway(new Request(`http://gateway.example${path}`, init));
    const body = await answer.json();
    return { status: answer.status, body, error: body.error };
  };
  return { host, api, wire, ask, context: await wire.createContext() };
}

/** What a call throws, as JSON has it. */
async function thrown(call) {
  const error = await call.then(
    () => assert.fail("it was granted"),
    (error) => error,
  );
  return { code: error.code, message: error.message, details: error.details ?? {} };
}

/** One failure, told in the same words on every way. */
function same(status, code, told, ...others) {
  assert.equal(told.status, status, JSON.stringify(told.body));
  assert.equal(told.error.code, code);
  assert.ok(told.error.message.length > 10);
  assert.deepEqual(Object.keys(told.error).sort(), ["code", "details", "message"]);
  for (const other of others) assert.deepEqual(other, told.error);
}

const put = (bundle) => ({
  method: "PUT",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(bundle),
});

test("404 NotFound", async (t) => {
  const { api, wire, ask } = await setUp(t);
  same(
    404,
    "NotFound",
    await ask("/v1/contexts/999/turns"),
    await thrown(api.turns("999")),
    await thrown(wire.last("999")),
  );
  const hash = "00".repeat(32);
  same(404, "NotFound", await ask(`/v1/blobs/${hash}`), await thrown(wire.blob(hash)));
  same(404, "NotFound", await ask("/v1/registry/bundles/none"));
  same(404, "NotFound", await ask("/v1/registry/types/none/versions/1"));
  same(404, "NotFound", await ask("/v1/nothing"));
});

test("409 Conflict: illegal evolution, another branch, another type, another content", async (t) => {
  const { api, wire, ask, context } = await setUp(t);
  const reused = structuredClone(notes);
  reused.bundle_id = "notes-2";
  reused.types[NOTE.typeId].versions = { 2: { fields: { 1: { name: "role", type: "bool" } } } };
  const told = await ask("/v1/registry/bundles/notes-2", put(reused));
  same(409, "Conflict", told, await thrown(api.putBundle(reused)), await thrown(wire.putBundle(reused)));
  const here = await thrown((async () => new Registry(notes).put(reused))());
  assert.deepEqual(here, told.error, "and the registry by itself");

  await wire.append(context, NOTE, { text: "here" });
  const elsewhere = await wire.createContext();
  const { turn_id } = await wire.append(elsewhere, NOTE, { text: "there" });
  const beyond = { beforeTurnId: turn_id };
  const way = await ask(`/v1/contexts/${context}/turns?before_turn_id=${turn_id}`);
  same(409, "Conflict", way, await thrown(api.turns(context, beyond)), await thrown(wire.before(context, turn_id)));

  const explicit = await ask(
    `/v1/contexts/${context}/turns?type_hint_mode=explicit&as_type_id=other.Type&as_type_version=1`,
  );
  const { turns } = await api.turns(context, {
    typeHintMode: "explicit",
    as: { typeId: "other.Type", typeVersion: 1 },
  });
  same(409, "Conflict", explicit, { details: {}, ...turns[0].error });
});

test("401 Unauthorized: no token, and a wrong one", async (t) => {
  const token = "a token of at least 24 characters".replaceAll(" ", "-");
  const folder = mkdtempSync(join(tmpdir(), "vitrine-token-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "token"), `${token}\n`);
  const host = await realHost(t, { args: ["--token-file", join(folder, "token")] });
  const wireWith = (token) => {
    const client = new WireClient({ ...host.at, registry: new Registry(notes), ...(token ? { token } : {}) });
    t.after(() => client.close());
    return client;
  };
  const gateway = createGateway({ baseUrl: host.http });
  const ask = async (token, path = "/v1/contexts") => {
    const headers = token ? { Authorization: `Bearer ${token}` } : {};
    const answer = await gateway(new Request(`http://gateway.example${path}`, { headers }));
    const body = await answer.json();
    return { status: answer.status, body, error: body.error, challenge: answer.headers.get("www-authenticate") };
  };
  for (const wrong of [undefined, "a-wrong-token-of-the-same-length!"]) {
    const api = new VitrineClient({ baseUrl: host.http, ...(wrong ? { token: wrong } : {}) });
    same(401, "Unauthorized", await ask(wrong), await thrown(api.contexts()));
    for (const path of ["/v1/contexts", "/v1/contexts/1/turns", "/v1/turns/1"]) {
      const { status, challenge } = await ask(wrong, path);
      assert.deepEqual([status, challenge], [401, "Bearer"], path);
    }
    const refused = await thrown(wireWith(wrong).head("1"));
    assert.equal(refused.code, "Unauthorized", "the wire says how a token is shown there");
  }
  const wire = wireWith(async () => token);
  const context = await wire.createContext();
  await wire.append(context, NOTE, { text: "in" });
  const api = new VitrineClient({ baseUrl: host.http, token });
  await api.putBundle(notes);
  assert.equal((await api.turns(context)).turns[0].data.text, "in");
  const { status, body } = await ask(token, `/v1/contexts/${context}/turns`);
  assert.deepEqual([status, body.turns[0].data], [200, { text: "in" }], "a caller's own token goes to the host");
  const own = createGateway({ baseUrl: host.http, token });
  assert.equal((await own(new Request("http://gateway.example/v1/contexts"))).status, 200);
});

test("412 PreconditionFailed: a strict host refuses a type that no bundle has", async (t) => {
  const { host, wire, context } = await setUp(t, { args: ["--strict-registry"] });
  const type = { typeId: "com.example.Unknown", typeVersion: 1 };
  const payload = new Uint8Array([0x80]);
  const gateway = createGateway({ baseUrl: host.http });
  const through = (input, init) => gateway(new Request(input, init));
  const api = new VitrineClient({ baseUrl: "http://gateway.example", fetch: through });
  const body = JSON.stringify({ type_id: type.typeId, type_version: 1, payload_b64: "gA==" });
  const post = { method: "POST", headers: { "Content-Type": "application/json" }, body };
  const answer = await gateway(new Request(`http://gateway.example/v1/contexts/${context}/turns`, post));
  const told = { status: answer.status, ...(await answer.json()) };
  const byApi = await thrown(api.append(context, type, payload));
  same(412, "PreconditionFailed", told, byApi, await thrown(wire.append(context, type, payload)));
  assert.equal((await wire.append(context, NOTE, { text: "known" })).depth, 0);
});

test("422 MissingTypeHint: no declared type, and none named", async (t) => {
  const { api, wire, ask, context } = await setUp(t);
  await wire.append(context, { typeId: "", typeVersion: 0 }, new Uint8Array([0x81, 2, 0xa1, 0x78]));
  const { turns } = await api.turns(context);
  for (const path of [`/v1/contexts/${context}/turns`, `/v1/turns/${turns[0].turn_id}`]) {
    const told = await ask(path);
    same(422, "MissingTypeHint", told, { details: {}, ...turns[0].error });
    assert.equal((told.body.turns?.[0] ?? told.body).error.message, told.error.message);
  }
  const named = `type_hint_mode=explicit&as_type_id=${NOTE.typeId}&as_type_version=1`;
  const { status, body } = await ask(`/v1/contexts/${context}/turns?${named}`);
  assert.deepEqual([status, body.turns[0].data], [200, { text: "x" }]);
});

test("406: what is typed is JSON, and who asks for bytes is told so by the gateway itself", async (t) => {
  const { wire, ask, context } = await setUp(t);
  const { turn_id } = await wire.append(context, NOTE, { text: "x" });
  const headers = { Accept: "application/vnd.vitrine.turns" };
  for (const path of [`/v1/contexts/${context}/turns`, `/v1/turns/${turn_id}`])
    for (const view of ["typed", "both"]) {
      const told = await ask(`${path}?view=${view}`, { headers });
      same(406, "BadRequest", told);
      assert.match(told.error.message, /^Accept with view=\w+: expected application\/json, found application/);
    }
});

test("424 FailedDependency: a descriptor that no bundle has; the page is there all the same", async (t) => {
  const { api, wire, ask, context } = await setUp(t);
  const payload = new Uint8Array([0x81, 1, 0xa1, 0x78]);
  await wire.append(context, { typeId: "com.example.Later", typeVersion: 3 }, payload);
  const { turns } = await api.turns(context);
  const told = await ask(`/v1/contexts/${context}/turns`);
  same(424, "FailedDependency", told, { details: {}, ...turns[0].error });
  assert.equal(told.body.meta.head_turn_id, "1");
  assert.equal(told.body.turns[0].error.code, "FailedDependency");
  assert.equal(told.body.next_before_turn_id, null);

  await wire.append(context, NOTE, { text: "fine" });
  const { status, body } = await ask(`/v1/contexts/${context}/turns`);
  assert.equal(status, 200, "where one turn can be shown, the page is");
  assert.deepEqual(
    body.turns.map(({ data, error }) => data ?? error.code),
    ["FailedDependency", { text: "fine" }],
  );
  assert.equal("error" in body.turns[1], false);
  const raw = await ask(`/v1/contexts/${context}/turns?view=raw`);
  assert.equal(raw.status, 200, "bytes need no descriptor");
});

test("500 DecodeError: bytes that are no msgpack, and bytes that are not those that were written", async (t) => {
  const { host, api, wire, ask, context } = await setUp(t);
  await wire.append(context, NOTE, new Uint8Array([0xc1]));
  const { turns } = await api.turns(context);
  same(500, "DecodeError", await ask(`/v1/contexts/${context}/turns`), { details: {}, ...turns[0].error });

  const other = await wire.createContext();
  // A map of one unknown tag with noise, which cannot be packed: what is on the disk are the payload's own bytes.
  const noise = randomBytes(20_000);
  const payload = Uint8Array.from([0x81, 0xcc, 200, 0xc5, noise.length >>> 8, noise.length & 255, ...noise]);
  const { content_hash } = await wire.append(other, NOTE, payload);
  const file = join(host.data, "blobs", content_hash.slice(0, 2), content_hash.slice(2));
  const bytes = readFileSync(file);
  bytes[100] ^= 1;
  writeFileSync(file, bytes);
  const corrupt = (await api.turns(other)).turns[0].error;
  const told = await ask(`/v1/contexts/${other}/turns`);
  same(500, "DecodeError", told, { details: {}, ...corrupt });
  assert.ok(told.error.message.includes(content_hash), told.error.message);
  assert.match(JSON.stringify(told.error.details), /[0-9a-f]{64}.*[0-9a-f]{64}/, "both hashes");
});

test("400 BadRequest: whatever is asked wrongly, never silently replaced", async (t) => {
  const { api, ask, context } = await setUp(t);
  const turns = (query) => ask(`/v1/contexts/${context}/turns?${query}`);
  for (const query of [
    "limit=0",
    "limit=1001",
    "limit=07",
    "limit=ten",
    "view=pretty",
    "type_hint_mode=guess",
    "include_unknown=yes",
    "bytes_render=base32",
    "u64_format=bigint",
    "enum_render=none",
    "time_render=epoch",
    "bytes_format=hex",
    "as_type_id=a.B",
    "as_type_version=1",
    "type_hint_mode=latest&as_type_id=a.B&as_type_version=1",
    "type_hint_mode=explicit",
    "type_hint_mode=explicit&as_type_id=a.B",
    "type_hint_mode=explicit&as_type_version=1",
    "type_hint_mode=explicit&as_type_id=a.B&as_type_version=0",
    "type_hint_mode=explicit&as_type_id=a.B&as_type_version=4294967296",
    "before_turn_id=x",
    "colour=blue",
    "limit=1&limit=2",
  ]) {
    const told = await turns(query);
    same(400, "BadRequest", told);
    assert.match(told.error.message, /expected .*, found /, query);
  }
  same(400, "BadRequest", await ask("/v1/contexts/x/turns"), await thrown(api.turns("x")));
  same(400, "BadRequest", await ask("/v1/contexts/%ff/turns"));
});

test("422 Unprocessable and other refusals of a write pass through the gateway as they are", async (t) => {
  const { wire, ask, context } = await setUp(t);
  const bundle = { ...notes, bundle_id: "other" };
  same(422, "Unprocessable", await ask("/v1/registry/bundles/elsewhere", put(bundle)));
  const key = { idempotencyKey: "k" };
  await wire.append(context, NOTE, { text: "a" }, key);
  assert.equal((await thrown(wire.append(context, NOTE, { text: "b" }, key))).code, "Conflict");
});

test("a host that is away: 502 Unreachable", async () => {
  const gateway = createGateway({ baseUrl: "http://127.0.0.1:1" });
  for (const path of ["/v1/contexts", "/v1/contexts/1/turns", "/healthz"]) {
    const answer = await gateway(new Request(`http://gateway.example${path}`));
    assert.equal(answer.status, 502);
    assert.equal((await answer.json()).error.code, "Unreachable");
  }
});

test("a code that nobody knows, whatever it is called: 500, and the code as it came", async (t) => {
  const server = createServer((_, response) => {
    response.writeHead(500, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ error: { code: "constructor", message: "of no specification", details: {} } }));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  const gateway = createGateway({ baseUrl: `http://127.0.0.1:${server.address().port}` });
  const answer = await gateway(new Request("http://gateway.example/v1/contexts/1/turns"));
  assert.equal(answer.status, 500);
  assert.equal((await answer.json()).error.code, "constructor");
});
