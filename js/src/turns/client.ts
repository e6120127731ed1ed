// Reads a host's contexts as typed turns. The host gives raw bytes; verifying, decoding and projecting happen here.

import { requireFunction } from "../core/arguments.js";
import { VitrineError } from "../core/errors.js";
import { requireText } from "../core/text.js";
import { requireProjectable, TurnBatch } from "./batch.js";
import { bundleText } from "./bundle.js";
import { callOptions, requireLimit } from "./call.js";
import { contentOf, type TurnValue } from "./content.js";
import { followContext } from "./follow.js";
import { type HostOptions, HttpHost, json, notPromised, passes, query } from "./http.js";
import { turns as core } from "./module.js";
import { fetchPage } from "./page.js";
import { Registry } from "./registry.js";
import { RegistryCache } from "./registry-cache.js";
import type { BundleJson, ContextHead, ProjectOptions, TurnsPage, TypedTurn, TypeRef } from "./types.js";
import { backoff, RETRY, sleep } from "./waiting.js";
import { appendTurn, freshKey } from "./wire/append.js";
import { idText, toHex } from "./wire/bytes.js";

/** What every call takes: a signal to give it up by. */
export interface CallOptions {
  signal?: AbortSignal;
}

/** Which contexts to list. */
export interface ContextsQuery extends CallOptions {
  /** At most so many, 1 to 1000; the host's own default without it. */
  limit?: number;
  /** Those that are older than this one: to page on, the last of the page before. */
  before?: string;
  /** Those made under this tag: what their writer calls itself. */
  tag?: string;
}

/** Which turns to read, and how to show them. */
export interface TurnsQuery extends ProjectOptions, CallOptions {
  /** At most so many, 1 to 1000; 64 without it. */
  limit?: number;
  /** The page before this turn, which must be an ancestor of the head. */
  beforeTurnId?: string;
}

/** How a turn is appended. */
export interface AppendQuery extends CallOptions {
  /** The same key on the same context, with the same content, is the same turn. Random without it. */
  idempotencyKey?: string;
  /** The turn to append to, in place of the context's head. */
  parentTurnId?: string;
}

/** How a context is followed, and how its turns are shown. */
export interface FollowOptions extends ProjectOptions, CallOptions {
  /** Turns after this one; without it, those after the head that the context has when following starts. */
  after?: string;
}

/**
 * A reader and writer of a host over HTTP. It keeps the host's registry and fetches it
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
   * @throws VitrineError `BadRequest` when `baseUrl` is not a URL, and for other options that cannot be
   */
  constructor(options: HostOptions) {
    // A client that cannot decode should fail where it is made.
    core.requireReady();
    this.#host = new HttpHost(options);
    this.#registry = new RegistryCache(this.#host);
  }

  /** The host's contexts, the newest first. */
  async contexts(options: ContextsQuery = {}): Promise<ContextHead[]> {
    const { limit, before, tag, signal } = callOptions(options, ["limit", "before", "tag"]);
    requireLimit(limit);
    if (tag !== undefined) requireText(tag, "tag");
    const asked = query({ limit, before: maybeId("before", before), tag });
    const answer = await this.#host.request(`v1/contexts${asked}`, { signal });
    const body = json(answer) as { contexts?: unknown } | null;
    const contexts = body?.contexts;
    if (Array.isArray(contexts) && contexts.every(isContextHead)) return contexts;
    throw notPromised(answer, '{"contexts": [{context_id, head_turn_id, head_depth}]}', "other JSON");
  }

  /** A page of a context's turns, the oldest first, ending at its head or before `beforeTurnId`. */
  async turns(contextId: string, options: TurnsQuery = {}): Promise<TurnsPage> {
    const { limit, beforeTurnId: before, signal, ...project } = callOptions(options);
    requireLimit(limit);
    const asked = { limit, before_turn_id: maybeId("beforeTurnId", before) };
    const page = await fetchPage(this.#host, contextId, asked, signal);
    const { meta, bytes, next_before_turn_id } = page;
    const registry = await this.#registry.current(meta.registry_bundle_id, signal);
    const batch = new TurnBatch(bytes);
    try {
      return {
        meta,
        turns: batch.project(registry, project),
        next_before_turn_id,
      };
    } finally {
      batch.free();
    }
  }

  /** A new context, empty or with the turn `base` as its head. Its id. */
  async createContext(base?: string, options: CallOptions = {}): Promise<string> {
    const { signal } = callOptions(options, []);
    const body = JSON.stringify({ base_turn_id: maybeId("turn id", base) });
    return this.#newContext("v1/contexts", body, signal);
  }

  /** A new context whose head is that turn, which must be the context's head or an ancestor of it. Its id. */
  async fork(contextId: string, turnId: string, options: CallOptions = {}): Promise<string> {
    const { signal } = callOptions(options, []);
    const path = `v1/contexts/${idText("context id", contextId)}/fork`;
    return this.#newContext(path, JSON.stringify({ turn_id: idText("turn id", turnId) }), signal);
  }

  /**
   * Appends a turn; when this resolves, the host has it for good. What got no answer is sent again, with the same key, so
   * that it lands once.
   *
   * @param value fields by name, by the host's registry, or the payload itself
   * @throws VitrineError `BadRequest` for what is no type, key or id; `FailedDependency` when the host's registry does
   * not know the type; `Unprocessable` for a value that does not fit it; `Conflict` for a key that came with other
   * content before
   */
  async append(
    contextId: string,
    type: TypeRef,
    value: TurnValue,
    options: AppendQuery = {},
  ): Promise<{ turn_id: string; depth: number; content_hash: string }> {
    const given = callOptions(options, ["idempotencyKey", "parentTurnId"]);
    const { idempotencyKey: key = "", parentTurnId = "0", signal } = given;
    const path = `v1/contexts/${idText("context id", contextId)}/turns`;
    requireText(key, "idempotencyKey");
    // On the wire an empty one is none, and what is sent again would land again.
    const idempotencyKey = key === "" ? freshKey() : key;
    const { typeId, typeVersion, payload, hash } = await this.#content(type, value, signal);
    const body = appendTurn({
      contextId,
      parentTurnId,
      typeId,
      typeVersion,
      payload,
      compression: 0,
      uncompressedLength: payload.length,
      hash,
      idempotencyKey,
    }).done();
    const headers = { "Content-Type": "application/vnd.vitrine.append" };
    const answer = await again(() => this.#host.request(path, { method: "POST", headers, body, signal }), signal);
    const { turn_id, depth } = (json(answer) ?? {}) as Record<string, unknown>;
    if (typeof turn_id === "string" && typeof depth === "number") return { turn_id, depth, content_hash: toHex(hash) };
    throw notPromised(answer, "{turn_id, depth}", "other JSON");
  }

  /**
   * Calls `onTurn` for each turn that is appended to the context from now on, or after `after`, the oldest first.
   * Resolves when it is aborted; a host that goes away is waited for. Each turn comes by itself, whatever `coalesce` says:
   * what it would be merged with may not be there yet. Turns are read from the head back: of a branch that the head leaves at
   * once, some may be left out.
   *
   * @throws VitrineError what the host refuses, `NotFound` for an `after` that it has not among it; `BadRequest` for options
   * that cannot be; what `onTurn` throws
   */
  async follow(contextId: string, onTurn: (turn: TypedTurn) => void, options: FollowOptions = {}): Promise<void> {
    const { after, signal, ...shown } = callOptions(options);
    requireFunction(onTurn, "onTurn");
    const id = idText("context id", contextId);
    requireProjectable(this.#registry.kept() ?? new Registry(), shown);
    const { coalesce, ...project } = shown;
    const page = (limit: number, beforeTurnId?: string) =>
      this.turns(contextId, {
        ...project,
        limit,
        ...(beforeTurnId === undefined ? {} : { beforeTurnId }),
        ...(signal ? { signal } : {}),
      });
    return followContext(this.#host, { contextId: id, after: maybeId("after", after), signal, page }, onTurn);
  }

  /**
   * Publishes a registry bundle: 201 when it is new, 204 when the host had it.
   *
   * @throws RegistryConflictError when it breaks a rule of evolution
   */
  async putBundle(bundle: BundleJson, options: CallOptions = {}): Promise<201 | 204> {
    const { signal } = callOptions(options, []);
    const { id, json: body } = bundleText(bundle);
    const path = `v1/registry/bundles/${encodeURIComponent(id)}`;
    const headers = { "Content-Type": "application/json" };
    const answer = await this.#host.request(path, { method: "PUT", headers, body, signal });
    this.#registry.forget();
    const { status } = answer;
    if (status === 201 || status === 204) return status;
    throw notPromised(answer, "status 201 or 204", String(status));
  }

  async #newContext(path: string, body: string, signal: AbortSignal | undefined): Promise<string> {
    const headers = { "Content-Type": "application/json" };
    const answer = await this.#host.request(path, { method: "POST", headers, body, signal });
    const context = json(answer);
    if (isContextHead(context)) return context.context_id;
    throw notPromised(answer, "{context_id, head_turn_id, head_depth}", "other JSON");
  }

  /** By the registry at hand, or, where that does not know the type, by the host's newest. */
  async #content(type: TypeRef, value: TurnValue, signal: AbortSignal | undefined) {
    try {
      return contentOf(type, value, () => this.#registry.kept() ?? new Registry());
    } catch (error) {
      if (!(error instanceof VitrineError && error.code === "FailedDependency")) throw error;
    }
    const newest = await this.#registry.newest(signal);
    return contentOf(type, value, () => newest);
  }
}

function maybeId(what: string, id: string | undefined): string | undefined {
  return id === undefined ? undefined : idText(what, id);
}

/** How often, and how fast, an append that got no answer is sent again. */
async function again<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await work();
    } catch (error) {
      if (!passes(error) || failures >= RETRY.attempts) throw error;
      await sleep(backoff(RETRY, failures), signal);
    }
  }
}

function isContextHead(value: unknown): value is ContextHead {
  const { context_id, head_turn_id, head_depth } = (value ?? {}) as Record<string, unknown>;
  return typeof context_id === "string" && typeof head_turn_id === "string" && typeof head_depth === "number";
}
