// Promise: in Node every request to a host asks for the answer as it is, since Node's fetch takes time that grows with the
// square of what it unpacks: the readers, the writers, and the gateway for whoever asks it.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import test, { before } from "node:test";
import { createGateway, init, VitrineClient } from "vitrine";
import { NOTE, notes, realHost } from "../support/notes.mjs";

before(() => init());

/** A server before the real host, which keeps what was asked and what was answered. */
async function between(t, host) {
  const seen = [];
  const server = createServer(async (request, response) => {
    const chunks = await request.toArray();
    const { host: _, connection: __, "transfer-encoding": ___, ...headers } = request.headers;
    const { method, url } = request;
    const body = method === "GET" ? {} : { body: Buffer.concat(chunks) };
    const answer = await fetch(host.http + url, { method, headers, ...body });
    seen.push([method, url, headers["accept-encoding"], answer.headers.get("content-encoding")]);
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  return { seen, baseUrl: `http://127.0.0.1:${server.address().port}` };
}

test("the client and the gateway", async (t) => {
  const host = await realHost(t);
  const { seen, baseUrl } = await between(t, host);
  const client = new VitrineClient({ baseUrl });
  await client.putBundle(notes);
  const context = await client.createContext();
  await client.append(context, NOTE, { text: "a text that packs well ".repeat(10_000) });
  await client.contexts();
  await client.turns(context);

  const gateway = createGateway({ baseUrl });
  const headers = { "Accept-Encoding": "gzip, br, zstd" };
  for (const path of [`/v1/contexts/${context}/turns`, "/v1/turns/1", "/v1/contexts", "/v1/registry?merged=1"]) {
    const answer = await gateway(new Request(`http://gateway.example${path}`, { headers }));
    assert.equal(answer.status, 200);
    await answer.arrayBuffer();
  }
  assert.ok(seen.length >= 10);
  for (const [method, url, asked, given] of seen)
    assert.deepEqual([asked, given], ["identity", null], `${method} ${url}`);
});
