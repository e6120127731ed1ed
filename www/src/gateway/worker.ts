// The package's gateway in a service worker: typed JSON of a host that serves raw bytes, at addresses of this page's own
// server, /gateway/{the host's URL, encoded}/v1/…, without a program between.

import { createGateway, init } from "vitrine/turns";

interface FetchEvent extends Event {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

type Gateway = ReturnType<typeof createGateway>;

const SCOPE = /^\/gateway\/([^/]+)(\/v1\/(?:contexts|registry)\b.*)$/;
const gateways = new Map<string, Gateway>();
/** Hosts whose registries are kept. */
const MOST_HOSTS = 8;

addEventListener("fetch", (event) => {
  const { request, respondWith } = event as FetchEvent;
  const [, host, path] = SCOPE.exec(new URL(request.url).pathname) ?? [];
  // Reads only: any page may send this worker a form, and the host trusts what comes from the Studio.
  if (host && path && request.method === "GET") respondWith.call(event, answer(host, path, request));
});

async function answer(host: string, path: string, request: Request): Promise<Response> {
  await init();
  const baseUrl = decodeURIComponent(host);
  const gateway = gateways.get(baseUrl) ?? createGateway({ baseUrl });
  if (gateways.size >= MOST_HOSTS) gateways.clear();
  gateways.set(baseUrl, gateway);
  const inner = new URL(path + new URL(request.url).search, location.origin);
  const { body, status } = await gateway(new Request(inner, { signal: request.signal }));
  // Whatever answers there, it must not become a page of the Studio's own.
  const headers = { "Content-Type": "application/json", "X-Content-Type-Options": "nosniff" };
  return new Response(body, { status, headers });
}
