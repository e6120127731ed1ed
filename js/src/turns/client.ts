// Reads a host's contexts as typed turns. The host gives raw bytes; verifying, decoding and projecting happen here.

import { TurnBatch } from "./batch.js";
import { type HostOptions, type HttpAnswer, HttpHost, json, notPromised } from "./http.js";
import { turns as core } from "./module.js";
import { RegistryCache } from "./registry-cache.js";
import type { BundleJson, ContextHead, ProjectOptions, TurnsMeta, TurnsPage } from "./types.js";

const TURNS = "application/vnd.vitrine.turns";

/** What every call takes: a signal to give it up by. */
export interface CallOptions {
  signal?: AbortSignal;
}

/** Which contexts to list. */
export interface ContextsQuery extends CallOptions {
  /** At most so many, 1 to 1000; the host's own default without it. */
  limit?: number;
}

/** Which turns to read, and how to show them. */
export interface TurnsQuery extends ProjectOptions, CallOptions {
  /** At most so many, 1 to 1000; 64 without it. */
  limit?: number;
  /** The page before this turn, which must be an ancestor of the head. */
  beforeTurnId?: string;
}

/**
 * A reader of a host over HTTP. It keeps the host's registry and fetches it
 * anew when a page names another bundle.
 *
 * Every call throws a VitrineError of the host's code, `Unreachable` when no answer came, or `DecodeError` when the
 * answer is not what the route promises.
 */
export class VitrineClient {
  readonly #host: HttpHost;
  readonly #registry: RegistryCache;

  /**
   * @throws VitrineNotReadyError before `init()`
   * @throws VitrineError `BadRequest` when `baseUrl` is not a URL
   */
  constructor(options: HostOptions) {
    // A client that cannot decode should fail where it is made.
    core.requireReady();
    this.#host = new HttpHost(options);
    this.#registry = new RegistryCache(this.#host);
  }

  /** The host's contexts, the newest first. */
  async contexts({ limit, signal }: ContextsQuery = {}): Promise<ContextHead[]> {
    const answer = await this.#host.request(`v1/contexts${query({ limit })}`, { signal });
    const body = json(answer) as { contexts?: unknown } | null;
    const contexts = body?.contexts;
    if (Array.isArray(contexts) && contexts.every(isContextHead)) return contexts;
    throw notPromised(answer, '{"contexts": [{context_id, head_turn_id, head_depth}]}', "other JSON");
  }

  /** A page of a context's turns, the oldest first, ending at its head or before `beforeTurnId`. */
  async turns(contextId: string, options: TurnsQuery = {}): Promise<TurnsPage> {
    const { limit, beforeTurnId, signal, ...project } = options;
    const path = `v1/contexts/${encodeURIComponent(contextId)}/turns${query({ limit, before_turn_id: beforeTurnId })}`;
    const answer = await this.#host.request(path, { headers: { Accept: TURNS }, signal });
    const type = answer.headers.get("content-type");
    if (type !== TURNS) throw notPromised(answer, TURNS, type ?? "no content type");

    const meta = metaOf(contextId, answer);
    const registry = await this.#registry.current(meta.registry_bundle_id, signal);
    const batch = new TurnBatch(new Uint8Array(answer.body));
    try {
      return {
        meta,
        turns: batch.project(registry, project),
        next_before_turn_id: answer.headers.get("vitrine-next-before") || null,
      };
    } finally {
      batch.free();
    }
  }

  /**
   * Publishes a registry bundle: 201 when it is new, 204 when the host had it.
   *
   * @throws RegistryConflictError when it breaks a rule of evolution
   */
  async putBundle(bundle: BundleJson, { signal }: CallOptions = {}): Promise<201 | 204> {
    const path = `v1/registry/bundles/${encodeURIComponent(bundle.bundle_id)}`;
    const headers = { "Content-Type": "application/json" };
    const answer = await this.#host.request(path, { method: "PUT", headers, body: JSON.stringify(bundle), signal });
    const { status } = answer;
    if (status === 201 || status === 204) return status;
    throw notPromised(answer, "status 201 or 204", String(status));
  }
}

function metaOf(contextId: string, answer: HttpAnswer): TurnsMeta {
  const depth = Number(header(answer, "vitrine-head-depth"));
  if (!Number.isInteger(depth)) throw notPromised(answer, "a whole number in Vitrine-Head-Depth", String(depth));
  return {
    context_id: contextId,
    head_turn_id: header(answer, "vitrine-head"),
    head_depth: depth,
    registry_bundle_id: bundleOf(answer),
  };
}

/** Header values are ASCII, so a bundle's id comes percent-encoded. */
function bundleOf(answer: HttpAnswer): string | null {
  const value = answer.headers.get("vitrine-bundle");
  if (!value) return null;
  try {
    return decodeURIComponent(value);
  } catch {
    throw notPromised(answer, "a percent-encoded bundle id in Vitrine-Bundle", value);
  }
}

function header(answer: HttpAnswer, name: string): string {
  const value = answer.headers.get(name);
  if (value !== null) return value;
  throw notPromised(answer, `a header ${name}, exposed to this origin`, "none");
}

function query(values: Record<string, string | number | undefined>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return given.length === 0 ? "" : `?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}`;
}

function isContextHead(value: unknown): value is ContextHead {
  const { context_id, head_turn_id, head_depth } = (value ?? {}) as Record<string, unknown>;
  return typeof context_id === "string" && typeof head_turn_id === "string" && typeof head_depth === "number";
}
