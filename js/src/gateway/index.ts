// The gateway: the turn store's HTTP/JSON surface (client specification, section 5.2), typed views and all, over a host
// that serves raw bytes.

import { fieldsOf, kindOf, tagOf } from "../core/arguments.js";
import { mismatch, VitrineError } from "../core/errors.js";
import { type HostOptions, HttpHost } from "../turns/http.js";
import { turns as core } from "../turns/module.js";
import { fetchPage, TURNS } from "../turns/page.js";
import { RegistryCache } from "../turns/registry-cache.js";
import { wantsBatch } from "./accept.js";
import { jsonAnswer, refusalAnswer } from "./answer.js";
import { forward } from "./forward.js";
import { type PageRequest, readPageQuery, readTurnQuery, type View } from "./query.js";
import { fetchTurn } from "./turn.js";
import { shown } from "./views.js";

/** How a gateway reaches its host. Without a token, what callers send as `Authorization` goes to the host. */
export interface GatewayOptions extends Pick<HostOptions, "baseUrl" | "fetch"> {
  token?: string;
}

/**
 * A fetch handler for every route of section 5.2: for Node (`npx vitrine gateway`), a service worker, a worker at the
 * edge. Typed views are made here; everything else is the host's own answer.
 *
 * What fails is an answer `{"error": {"code", "message", "details"}}`; the handler rejects only where the request was aborted,
 * as fetch does, with the reason of its signal.
 *
 * @example
 * const gateway = createGateway({ baseUrl: "http://127.0.0.1:9010" });
 * addEventListener("fetch", (event) => event.respondWith(gateway(event.request)));
 * @throws VitrineNotReadyError before `init()`
 * @throws VitrineError `BadRequest` when `baseUrl` is not a URL, and for other options that cannot be
 */
export function createGateway(given: GatewayOptions): (request: Request) => Promise<Response> {
  core.requireReady();
  const options = fieldsOf(given, "options");
  const own = new HttpHost(options);
  const registry = new RegistryCache(own);
  return async (request) => {
    let signal: AbortSignal | undefined;
    try {
      requireRequest(request);
      signal = request.signal;
      const host = options.token === undefined ? asCaller(options, request, own) : own;
      const url = new URL(request.url);
      const [, context] = /^\/v1\/contexts\/([^/]+)\/turns$/.exec(url.pathname) ?? [];
      const [, turnId] = /^\/v1\/turns\/([^/]+)$/.exec(url.pathname) ?? [];
      if ((request.method === "GET" || request.method === "HEAD") && (context ?? turnId) !== undefined) {
        const view = url.searchParams.get("view");
        // A reader of bytes, the package's own client say, gets the host's: what is typed is JSON.
        const bytes = wantsBatch(request);
        if (bytes && (view === "typed" || view === "both"))
          return refusalAnswer(mismatch("BadRequest", `Accept with view=${view}`, "application/json", TURNS), 406);
        if (!bytes && context !== undefined)
          return await turns(host, registry, segment(context), readPageQuery(url.searchParams), request);
        if (!bytes && turnId !== undefined)
          return await turn(host, registry, segment(turnId), readTurnQuery(url.searchParams), request);
      }
      return await forward(host, url, request);
    } catch (error) {
      if (signal?.aborted) throw error;
      // The host's refusal of a token, which in HTTP comes with the way to show one.
      const refused = error instanceof VitrineError && error.code === "Unauthorized";
      return refusalAnswer(error, undefined, refused ? { "WWW-Authenticate": "Bearer" } : {});
    }
  };
}

/** By its name: programs bring classes of their own where the engine has none. */
function requireRequest(request: unknown): void {
  if (tagOf(request, "request") === "[object Request]") return;
  throw mismatch("BadRequest", "request", "a Request", kindOf(request));
}

/** What the host cannot answer: a page, typed. */
async function turns(
  host: HttpHost,
  registry: RegistryCache,
  contextId: string,
  { page, ...view }: PageRequest,
  request: Request,
): Promise<Response> {
  const found = await fetchPage(host, contextId, page, request.signal);
  const known = await registry.current(found.meta.registry_bundle_id, request.signal, host);
  const { turns, failure } = shown(found.bytes, known, view);
  const body = { meta: found.meta, turns, next_before_turn_id: found.next_before_turn_id };
  return jsonAnswer(request, body, failure);
}

/** The same for one turn. Nothing says which bundle it was read beside, so the registry is asked for each time. */
async function turn(
  host: HttpHost,
  registry: RegistryCache,
  turnId: string,
  view: View,
  request: Request,
): Promise<Response> {
  const { bytes, fs_root_hash } = await fetchTurn(host, turnId, request.signal);
  const known = await registry.newest(request.signal, host);
  const { turns, failure } = shown(bytes, known, view);
  return jsonAnswer(request, { ...turns[0], fs_root_hash }, failure);
}

/** The host as the caller may use it: with the token that came with the request. */
function asCaller(options: GatewayOptions, request: Request, own: HttpHost): HttpHost {
  const [, token] = /^Bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  return token === undefined ? own : new HttpHost({ ...options, token });
}

function segment(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new VitrineError("BadRequest", `path: expected percent-encoded UTF-8, found ${JSON.stringify(text)}`);
  }
}
