// Promise: `npx vitrine gateway` serves typed JSON over a host to programs and to pages that are named, and to no other
// page.

import assert from "node:assert/strict";
import { request } from "node:http";
import { connect } from "node:net";
import test, { before } from "node:test";
import { init, Registry, VitrineClient, WireClient } from "vitrine/node";
import { gatewayCommand, vitrine } from "../support/command.mjs";
import { NOTE, notes, realHost } from "../support/notes.mjs";

before(() => init());

const PAGE = "http://page.example";

/** As fetch, but with any header. */
function ask(url, { method = "GET", headers = {}, body } = {}) {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, async (answer) => {
      let text = "";
      for await (const chunk of answer) text += chunk;
      resolve({ status: answer.statusCode, headers: answer.headers, text });
    });
    sent.on("error", reject).end(body);
  });
}

function deferred() {
  let resolve;
  const promise = new Promise((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

test("who has asked and closed its own side is answered", async (t) => {
  const host = await realHost(t);
  const { url } = await gatewayCommand(t, "--host", host.http);
  const socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1", allowHalfOpen: true });
  t.after(() => socket.destroy());
  socket.end("GET /v1/contexts HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
  let answer = "";
  for await (const chunk of socket) answer += chunk;
  assert.match(answer, /^HTTP\/1\.1 200 OK\r\n/);
});

test("typed turns, contexts and writes, over a socket; it stops when it is told", async (t) => {
  const host = await realHost(t);
  const { url, child, ended } = await gatewayCommand(t, "--host", host.http);
  const through = new VitrineClient({ baseUrl: url });
  assert.equal(await through.putBundle(notes), 201);
  const wire = new WireClient({ ...host.at, registry: new Registry(notes) });
  t.after(() => wire.close());
  const context = await through.createContext();
  await wire.append(context, NOTE, { role: "user", text: "hello" });
  const { turns } = await (await fetch(`${url}/v1/contexts/${context}/turns`)).json();
  assert.deepEqual(turns[0].data, { role: "user", text: "hello" });
  assert.deepEqual((await through.turns(context)).turns[0].data, { role: "user", text: "hello" });
  const controller = new AbortController();
  t.after(() => controller.abort());
  const { promise, resolve } = deferred();
  const following = through.follow(context, resolve, { signal: controller.signal });
  const writing = setInterval(() => wire.append(context, NOTE, { text: "new" }).catch(() => {}), 50);
  assert.equal((await promise).data.text, "new");
  clearInterval(writing);
  controller.abort();
  await following;
  const { status } = await fetch(`${url}/v1/contexts/${context}/turns?view=pretty`);
  assert.equal(status, 400);
  child.kill("SIGTERM");
  assert.equal(await ended, 0);
});

test("pages: those named may read and write, others may not; foreign names for this machine are refused", async (t) => {
  const host = await realHost(t);
  const { url } = await gatewayCommand(t, "--host", host.http, "--cors-origin", PAGE);
  const post = { method: "POST", headers: { "Content-Type": "application/json", Origin: PAGE }, body: "{}" };
  const made = await ask(`${url}/v1/contexts`, post);
  assert.deepEqual([made.status, made.headers["access-control-allow-origin"]], [201, PAGE]);
  const asked = await ask(`${url}/v1/contexts`, { method: "OPTIONS", headers: { Origin: PAGE } });
  assert.equal(asked.status, 204);
  assert.match(asked.headers["access-control-allow-methods"], /PUT/);

  const foreign = await ask(`${url}/v1/contexts`, {
    ...post,
    headers: { ...post.headers, Origin: "http://evil.example" },
  });
  assert.deepEqual([foreign.status, foreign.headers["access-control-allow-origin"]], [401, undefined]);
  assert.match(foreign.text, /--cors-origin http:\/\/evil\.example/);
  // Caches tell pages apart, whoever asked first.
  for (const headers of [{}, { Origin: PAGE }, { Origin: "http://evil.example" }]) {
    const { headers: answer } = await ask(`${url}/v1/contexts`, { headers });
    assert.equal(answer.vary.match(/\borigin\b/gi)?.length, 1, answer.vary);
  }
  const rebound = await ask(`${url}/v1/contexts`, { headers: { Host: "evil.example" } });
  assert.equal(rebound.status, 400);
  assert.equal(JSON.parse((await ask(`${url}/v1/contexts`)).text).contexts.length, 1, "nothing else was made");
});

test("an origin is named in any spelling, and nothing else is", async (t) => {
  const host = await realHost(t);
  const written = ["HTTP://Page.Example:80", "https://b.example:443", "app://Shell", "http://c.example:8080"];
  const { url } = await gatewayCommand(t, "--host", host.http, ...written.flatMap((each) => ["--cors-origin", each]));
  const allowed = async (Origin) =>
    (await ask(`${url}/v1/contexts`, { headers: { Origin } })).headers["access-control-allow-origin"];
  for (const origin of [PAGE, "https://b.example", "app://shell", "http://c.example:8080"])
    assert.equal(await allowed(origin), origin);
  for (const foreign of ["https://page.example", "http://b.example:443", "http://c.example"])
    assert.equal(await allowed(foreign), undefined);
  for (const wrong of ["nope", "http://", "http://a.example/", "http://me@a.example", "http://a b"]) {
    const { code, stderr } = await vitrine("gateway", "--host", host.http, "--cors-origin", wrong);
    assert.equal(code, 2, wrong);
    assert.match(stderr, /--cors-origin: expected scheme:\/\/host/);
  }
});

test("pages that are named may ask for parts of a blob, and see which they got", async (t) => {
  const host = await realHost(t);
  const { url } = await gatewayCommand(t, "--host", host.http, "--cors-origin", PAGE);
  const wire = new WireClient(host.at);
  t.after(() => wire.close());
  const { hash } = await wire.putBlob(Buffer.from("0123456789"));
  const headers = { Origin: PAGE, Range: "bytes=2-4" };
  const part = await ask(`${url}/v1/blobs/${hash}`, { headers });
  assert.deepEqual([part.status, part.text, part.headers["content-range"]], [206, "234", "bytes 2-4/10"]);
  assert.match(part.headers["access-control-expose-headers"], /(^|, )Content-Range(,|$)/);
  const asked = await ask(`${url}/v1/blobs/${hash}`, { method: "OPTIONS", headers: { Origin: PAGE } });
  assert.match(asked.headers["access-control-allow-headers"], /(^|, )Range(,|$)/);
});

test("the absolute form of a target, as proxies send it", async (t) => {
  const host = await realHost(t);
  const { url } = await gatewayCommand(t, "--host", host.http);
  const { hostname, port } = new URL(url);
  const asked = async (path) => {
    const { promise, resolve } = deferred();
    request({ hostname, port, path }, resolve).end();
    const answer = await promise;
    answer.resume();
    return answer.statusCode;
  };
  for (const [path, status] of [
    ["/v1/contexts", 200],
    ["http://127.0.0.1:9010/v1/contexts", 200],
    ["HTTP://elsewhere.example/v1/contexts?limit=1", 200],
    ["http://elsewhere.example", 404],
    ["http://elsewhere.example?limit=1", 404],
  ])
    assert.equal(await asked(path), status, path);
});

test("a method that is not taken: 405, and what is taken", async (t) => {
  const host = await realHost(t);
  const { url } = await gatewayCommand(t, "--host", host.http);
  for (const [method, path] of [
    ["TRACE", "/v1/contexts/1/turns?limit=1"],
    ["TRACE", "/nowhere"],
    ["DELETE", "/v1/contexts"],
  ]) {
    const { status, headers, text } = await ask(url + path, { method });
    const { error } = JSON.parse(text);
    assert.deepEqual([status, error.code], [405, "BadRequest"], `${method} ${path}`);
    assert.equal(error.message, `${path.split("?")[0]} does not take ${method}; the Allow header says what it takes`);
    assert.match(headers.allow, /GET/);
  }
});

test("a body over the limit is refused by its code, whether it says its length or not", async (t) => {
  const { url } = await gatewayCommand(t, "--host", "http://127.0.0.1:1");
  const body = Buffer.alloc((64 << 20) + 1);
  for (const headers of [{}, { "Transfer-Encoding": "chunked" }]) {
    const { status, text } = await ask(`${url}/v1/contexts`, { method: "POST", headers, body });
    const { error } = JSON.parse(text);
    assert.deepEqual([status, error.code], [422, "Unprocessable"]);
    assert.match(error.message, /expected at most 67108864 bytes, found 67108865/);
  }
});

test("what it cannot do, it says", async () => {
  for (const [args, message] of [
    [["gateway"], /--host URL/],
    [["gateway", "--host", "http://127.0.0.1:1", "--listen", "0.0.0.0:9011"], /this machine's own/],
    [["gateway", "--host", "http://127.0.0.1:1", "--listen", "9011"], /ADDRESS:PORT/],
  ]) {
    const { code, stderr } = await vitrine(...args);
    assert.equal(code, 2);
    assert.match(stderr, message);
  }
  const { code, stderr } = await vitrine("gateway", "--host", "nowhere");
  assert.equal(code, 1);
  assert.match(stderr, /BadRequest: baseUrl/);
  assert.match((await vitrine("--help")).stdout, /gateway --host URL/);
});
