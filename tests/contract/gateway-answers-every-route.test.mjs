// Promise: the gateway answers every route of the specification's section 5.2 over a host that serves raw bytes, in the
// specification's own shapes, with all its parameters.

import assert from "node:assert/strict";
import test, { before } from "node:test";
import { createGateway, init, Registry, VitrineClient } from "vitrine";
import { WireClient } from "vitrine/node";
import { realHost } from "../support/notes.mjs";

const TYPE = "com.yourorg.ai.MessageTurn";
const fields = {
  1: { name: "role", type: "u8", enum: "com.yourorg.ai.Role" },
  2: { name: "text", type: "string", optional: true },
  3: { name: "tool_call_id", type: "u64", optional: true },
  4: { name: "image", type: "bytes", optional: true },
  5: { name: "at", type: "timestamp_ms", optional: true },
};
const bundle = {
  registry_version: 1,
  bundle_id: "2025-12-19T20:00:00Z#abc123",
  types: {
    [TYPE]: { versions: { 1: { fields }, 2: { fields: { ...fields, 2: { ...fields[2], name: "body" } } } } },
  },
  enums: { "com.yourorg.ai.Role": { 1: "system", 2: "user", 3: "assistant", 4: "tool" } },
};
const BASE = "http://gateway.example";
const json = { "Content-Type": "application/json" };

/** A host with one context of three turns, and a gateway before it. */
async function setUp(t) {
  const host = await realHost(t);
  const gateway = createGateway({ baseUrl: host.http });
  const ask = (path, init) => gateway(new Request(BASE + path, init));
  const put = await ask(`/v1/registry/bundles/${encodeURIComponent(bundle.bundle_id)}`, {
    method: "PUT",
    headers: json,
    body: JSON.stringify(bundle),
  });
  assert.equal(put.status, 201);
  const writer = new WireClient({ ...host.at, tag: "writer", registry: new Registry(bundle) });
  t.after(() => writer.close());
  const context = await writer.createContext();
  const value = {
    role: "assistant",
    text: "hello",
    tool_call_id: "18446744073709551615",
    image: "AAEC",
    at: "2025-12-19T20:00:00.000Z",
  };
  const type = { typeId: TYPE, typeVersion: 1 };
  for (const text of ["first", "second"]) await writer.append(context, type, { role: "user", text });
  // {1: 3, 9: 42} beside the rest: a tag that no descriptor has.
  const unknown = new Uint8Array(Buffer.from("820103092a", "hex"));
  await writer.append(context, type, value);
  return { host, ask, context, writer, type, value, unknown };
}

const body = async (response, status = 200) => {
  const text = await response.text();
  assert.equal(response.status, status, text);
  assert.equal(response.headers.get("content-type"), "application/json");
  return JSON.parse(text);
};

before(() => init());

test("turns, typed, are the specification's shape to the letter", async (t) => {
  const { ask, context, value } = await setUp(t);
  const page = await body(await ask(`/v1/contexts/${context}/turns?limit=2`));
  assert.deepEqual(page, {
    meta: { context_id: context, head_turn_id: "3", head_depth: 2, registry_bundle_id: bundle.bundle_id },
    turns: [
      {
        turn_id: "2",
        parent_turn_id: "1",
        depth: 1,
        declared_type: { type_id: TYPE, type_version: 1 },
        decoded_as: { type_id: TYPE, type_version: 1 },
        data: { role: "user", text: "second" },
      },
      {
        turn_id: "3",
        parent_turn_id: "2",
        depth: 2,
        declared_type: { type_id: TYPE, type_version: 1 },
        decoded_as: { type_id: TYPE, type_version: 1 },
        data: value,
      },
    ],
    next_before_turn_id: "2",
  });
  const older = await body(await ask(`/v1/contexts/${context}/turns?before_turn_id=2`));
  assert.deepEqual(
    older.turns.map(({ data }) => data.text),
    ["first"],
  );
  assert.equal(older.next_before_turn_id, null);
});

test("every rendering parameter does what it says", async (t) => {
  const { ask, context, writer, type, unknown } = await setUp(t);
  const last = async (query) => (await body(await ask(`/v1/contexts/${context}/turns?limit=1&${query}`))).turns[0];
  const shows = async (query, field, value) => assert.deepEqual((await last(query)).data[field], value, query);
  await shows("bytes_render=hex", "image", "000102");
  await shows("bytes_render=len_only", "image", 3);
  await shows("u64_format=number", "tool_call_id", "18446744073709551615");
  await shows("enum_render=number", "role", 3);
  await shows("enum_render=both", "role", { label: "assistant", value: 3 });
  await shows("time_render=unix_ms", "at", Date.UTC(2025, 11, 19, 20));
  await shows("type_hint_mode=inherit", "text", "hello");
  await shows("type_hint_mode=latest", "body", "hello");
  await shows(`type_hint_mode=explicit&as_type_id=${TYPE}&as_type_version=2`, "body", "hello");
  assert.equal((await last("type_hint_mode=latest")).decoded_as.type_version, 2);
  assert.equal("unknown" in (await last("include_unknown=0")), false);

  await writer.append(context, type, unknown);
  const turn = await last("include_unknown=1");
  assert.deepEqual([turn.data, turn.unknown], [{ role: "assistant" }, { 9: 42 }]);
});

test("turns, raw and both", async (t) => {
  const { ask, context } = await setUp(t);
  const first = async (query) => (await body(await ask(`/v1/contexts/${context}/turns?limit=3&${query}`))).turns[0];
  const raw = {
    turn_id: "1",
    parent_turn_id: "0",
    depth: 0,
    declared_type: { type_id: TYPE, type_version: 1 },
    content_hash_b3: "0000",
    encoding: 1,
    compression: 0,
    uncompressed_len: 10,
    bytes_b64: Buffer.from("82010202a56669727374", "hex").toString("base64"),
  };
  const found = await first("view=raw");
  assert.match(found.content_hash_b3, /^[0-9a-f]{64}$/);
  raw.content_hash_b3 = found.content_hash_b3;
  assert.deepEqual(found, raw);
  const { bytes_b64: _, ...bare } = raw;
  assert.deepEqual(await first("view=raw&bytes_format=hex"), { ...bare, bytes_hex: "82010202a56669727374" });
  assert.deepEqual(await first("view=raw&bytes_render=len_only"), bare);
  const typed = { decoded_as: { type_id: TYPE, type_version: 1 }, data: { role: "user", text: "first" } };
  assert.deepEqual(await first("view=both"), { ...raw, ...typed });
});

test("one turn: typed as in its page, raw, both; with an ETag, and with the names that are a turn's", async (t) => {
  const { ask, context, host, value } = await setUp(t);
  const page = await body(await ask(`/v1/contexts/${context}/turns?limit=1`));
  const answer = await ask("/v1/turns/3");
  const tag = answer.headers.get("etag");
  assert.deepEqual(await body(answer), { ...page.turns[0], fs_root_hash: null });
  assert.equal((await ask("/v1/turns/3", { headers: { "If-None-Match": tag } })).status, 304);
  const renamed = await body(await ask("/v1/turns/3?type_hint_mode=latest&enum_render=number"));
  assert.deepEqual([renamed.data.body, renamed.data.role], [value.text, 3]);
  const raw = await (await fetch(`${host.http}/v1/turns/3`)).json();
  assert.deepEqual(await body(await ask("/v1/turns/3?view=raw")), raw);
  assert.deepEqual(await body(await ask("/v1/turns/3?view=both")), { ...raw, ...page.turns[0] });
  for (const [query, status, message] of [
    ["limit=1", 400, /query parameter: expected as_type_id, .* found "limit"/],
    ["coalesce_type=a", 400, /query parameter/],
    ["view=typed&as_type_version=1", 400, /type_hint_mode=explicit/],
    ["type_hint_mode=explicit&as_type_id=a.B&as_type_version=1", 409, /type hint/],
  ]) {
    const { error } = await body(await ask(`/v1/turns/3?${query}`), status);
    assert.match(error.message, message, query);
  }
  assert.equal((await body(await ask("/v1/turns/99"), 404)).error.code, "NotFound");
});

test("runs of small turns are merged where that is asked for", async (t) => {
  const { ask, context, writer, type } = await setUp(t);
  const delta = { ...bundle, bundle_id: "delta", types: { "a.Delta": { versions: { 1: { fields: { 1: { name: "text", type: "string" } } } } } } }; // biome-ignore format: one line
  await writer.putBundle(delta);
  await writer.append(context, type, { role: "assistant", text: "Hel" });
  for (const text of ["lo, ", "world"]) await writer.append(context, { typeId: "a.Delta", typeVersion: 1 }, { text });
  const names = `coalesce_type=a.Delta&coalesce_into=${TYPE}&coalesce_field=text`;
  const turns = `/v1/contexts/${context}/turns?limit=3`;
  const [merged, ...others] = (await body(await ask(`${turns}&${names}`))).turns;
  assert.deepEqual([merged.data.text, merged.coalesced, others], ["Hello, world", ["5", "6"], []]);
  for (const [query, message] of [
    ["coalesce_type=a.Delta&coalesce_field=text", /coalesce_into: expected a name.*found none/],
    [`${names}&view=both`, /view=typed/],
    [`${names}&view=raw`, /view=typed/],
  ]) {
    const { error } = await body(await ask(`${turns}&${query}`), 400);
    assert.match(error.message, message, query);
  }
});

test("ETags on turns and registry: 304 for who has them, weak ones too", async (t) => {
  const { ask, context, writer, type } = await setUp(t);
  const routes = [
    `/v1/contexts/${context}/turns?limit=1`,
    `/v1/registry/bundles/${encodeURIComponent(bundle.bundle_id)}`,
    `/v1/registry/types/${TYPE}/versions/1`,
  ];
  // An answer that the host compresses has its tag in the weak form.
  const strong = (answer) => answer.headers.get("etag").replace(/^W\//, "");
  for (const route of routes) {
    const tag = strong(await ask(route));
    assert.match(tag, /^"[0-9a-f]{32}"$/, route);
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
      const again = await ask(route, { headers: { "If-None-Match": known } });
      assert.deepEqual([again.status, strong(again), await again.text()], [304, tag, ""], route);
    }
    assert.equal((await ask(route, { headers: { "If-None-Match": '"other"' } })).status, 200);
  }
  const stale = (await ask(routes[0])).headers.get("etag");
  await writer.append(context, type, { role: "user", text: "new" });
  assert.equal((await ask(routes[0], { headers: { "If-None-Match": stale } })).status, 200);
});

test("the registry's routes", async (t) => {
  const { ask } = await setUp(t);
  const path = `/v1/registry/bundles/${encodeURIComponent(bundle.bundle_id)}`;
  const put = (path, bundle) => ask(path, { method: "PUT", headers: json, body: JSON.stringify(bundle) });
  assert.equal((await put(path, bundle)).status, 204);
  assert.deepEqual(await body(await ask(path)), bundle);
  assert.deepEqual((await body(await ask(`/v1/registry/types/${TYPE}/versions/1`))).fields, fields);
  const reused = structuredClone(bundle);
  reused.bundle_id = "next";
  reused.types[TYPE].versions = { 3: { fields: { 2: { name: "text", type: "bool" } } } };
  const { error } = await body(await put("/v1/registry/bundles/next", reused), 409);
  assert.equal(error.code, "Conflict");
  assert.equal(error.details.type_id, TYPE);
});

test("contexts, healthz and blobs come from the host; HEAD has no body", async (t) => {
  const { ask, context } = await setUp(t);
  assert.equal(await (await ask("/healthz")).text(), "ok\n");
  const { contexts } = await body(await ask("/v1/contexts"));
  assert.deepEqual(contexts, [{ context_id: context, head_turn_id: "3", head_depth: 2, tag: "writer" }]);
  const made = await ask("/v1/contexts", { method: "POST", headers: json, body: '{"base_turn_id":"2"}' });
  assert.equal((await body(made, 201)).head_turn_id, "2");
  const forked = await ask(`/v1/contexts/${context}/fork`, { method: "POST", headers: json, body: '{"turn_id":"1"}' });
  assert.equal((await body(forked, 201)).head_turn_id, "1");
  const head = await ask(`/v1/contexts/${context}/turns`, { method: "HEAD" });
  assert.deepEqual([head.status, await head.text()], [200, ""]);
  const { turns } = await body(await ask(`/v1/contexts/${context}/turns?view=raw`));
  const blob = await ask(`/v1/blobs/${turns[0].content_hash_b3}`);
  assert.equal(Buffer.from(await blob.arrayBuffer()).toString("base64"), turns[0].bytes_b64);
});

test("the package's own client reads through a gateway", async (t) => {
  const { host, context } = await setUp(t);
  const gateway = createGateway({ baseUrl: host.http });
  const through = (input, options) => gateway(new Request(input, options));
  const client = new VitrineClient({ baseUrl: BASE, fetch: through });
  const { turns } = await client.turns(context);
  assert.deepEqual(turns, (await new VitrineClient({ baseUrl: host.http }).turns(context)).turns);
});

test("bytes are for those who would rather have them than JSON, as the host reads Accept", async (t) => {
  const { host, ask, context } = await setUp(t);
  const batch = "application/vnd.vitrine.turns";
  const path = `/v1/contexts/${context}/turns?limit=1`;
  for (const [accept, kind] of [
    [batch, batch],
    [batch.toUpperCase(), batch],
    [`${batch} ; level=1; Q=0.5, */*;q=0.5`, batch],
    [`${batch};q=0.5, */*`, "application/json"],
    [`${batch};q=0.5, application/*;q=0.4, */*`, batch],
    [`application/json;q=0.9, ${batch}`, batch],
    [`application/json;q=0.5,${batch};q=0.5`, batch],
    [`${batch};q=much`, batch],
    [`application/json, ${batch};q=0`, "application/json"],
    [`${batch};q=0.0`, "application/json"],
    [`Application/JSON, ${batch};q=0.9`, "application/json"],
    [`${batch}.other`, "application/json"],
    ["*/*", "application/json"],
  ]) {
    const headers = { accept };
    const own = await fetch(host.http + path, { headers });
    assert.equal(own.headers.get("content-type"), kind, `the host: ${accept}`);
    const through = await ask(path, { headers });
    assert.equal(through.headers.get("content-type"), kind, accept);
    if (kind === "application/json") assert.equal((await through.json()).turns[0].data.text, "hello", accept);
  }
});

test("a body that is packed is refused as such, also through the gateway", async (t) => {
  const { ask } = await setUp(t);
  const headers = { ...json, "Content-Encoding": "gzip" };
  const refused = await ask("/v1/contexts", { method: "POST", headers, body: "{}" });
  assert.match(
    (await body(refused, 415)).error.message,
    /Content-Encoding: expected a body that is not packed, found gzip/,
  );
});

test("events come through as they happen, and a reader who leaves is left by the host too", async (t) => {
  const { host, ask, context, writer, type } = await setUp(t);
  const gateway = createGateway({ baseUrl: host.http });
  const client = new VitrineClient({ baseUrl: BASE, fetch: (input, options) => gateway(new Request(input, options)) });
  const controller = new AbortController();
  t.after(() => controller.abort());
  const seen = [];
  const following = client.follow(context, ({ data }) => seen.push(data.text), { signal: controller.signal });
  for (let i = 0; seen.length === 0 && i < 100; i++) {
    await writer.append(context, type, { role: "user", text: `new ${i}` });
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.ok(seen.length > 0);
  controller.abort();
  await following;

  const answer = await ask("/v1/events", { headers: { "Last-Event-ID": "1" } });
  assert.equal(answer.headers.get("content-type"), "text/event-stream");
  const reader = answer.body.getReader();
  let text = "";
  while (!text.includes("turn_appended")) text += new TextDecoder().decode((await reader.read()).value);
  assert.match(text, /id: ?2\n/, "it goes on where Last-Event-ID says");
  await reader.cancel();
});
