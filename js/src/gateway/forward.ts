// What the host answers itself, passed on: registry, contexts, blobs, events, and every write.

import type { HttpHost } from "../turns/http.js";

/** Headers of a request that mean something to a host. */
const ASKS = ["accept", "content-encoding", "content-type", "if-none-match", "last-event-id", "range", "if-range"];

/** Headers of an answer that are of its connection, or that fetch has undone. */
const UNDONE = ["connection", "content-encoding", "content-length", "keep-alive", "transfer-encoding"];

/** Sends the request on to the host, and its answer back as it comes. */
export async function forward(host: HttpHost, url: URL, request: Request): Promise<Response> {
  const headers: Record<string, string> = {};
  for (const name of ASKS) {
    const value = request.headers.get(name);
    if (value !== null) headers[name] = value;
  }
  const { method, signal } = request;
  const body = method === "GET" || method === "HEAD" ? undefined : new Uint8Array(await request.arrayBuffer());
  const path = url.pathname.replace(/^\//, "") + url.search;
  const answer = await host.send(path, { method, headers, signal, ...(body ? { body } : {}) });
  const kept = new Headers(answer.headers);
  for (const name of UNDONE) kept.delete(name);
  return new Response(answer.body, { status: answer.status, headers: kept });
}
