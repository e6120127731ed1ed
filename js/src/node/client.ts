// WireClient: a host's binary protocol, for programs in Node.

import { fieldsOf, kindOf, requireFlag, requireFunction, requireNames } from "../core/arguments.js";
import { mismatch, VitrineError } from "../core/errors.js";
import { requireProjectable, TurnBatch } from "../turns/batch.js";
import { bundleText } from "../turns/bundle.js";
import { callOptions, requireLimit } from "../turns/call.js";
import { contentOf, type TurnValue } from "../turns/content.js";
import { blake3 } from "../turns/hash.js";
import { turns as core } from "../turns/module.js";
import { Registry } from "../turns/registry.js";
import type { BundleJson, ContextHead, DecodeOptions, ProjectOptions, TypedTurn, TypeRef } from "../turns/types.js";
import { firstOf } from "../turns/waiting.js";
import { type AppendFields, freshKey } from "../turns/wire/append.js";
import { ByteWriter, fromHex, idBits } from "../turns/wire/bytes.js";
import { readItems, unpacked } from "../turns/wire/items.js";
import { Channel, closed } from "./channel.js";
import type { Appended, Message } from "./messages.js";
import * as messages from "./messages.js";
import { notGood, settled, type WireOptions } from "./options.js";
import { shared } from "./signals.js";
import { subscription } from "./subscription.js";
import { pack, unpack } from "./zstd.js";

/** What every call takes. */
export interface WireCall {
  signal?: AbortSignal;
  /** Milliseconds for this call, in place of the client's own: a whole number from 1 to 2^31 - 1. */
  timeout?: number;
}

/** How a turn is appended. */
export interface AppendOptions extends WireCall {
  /** The same key on the same context, with the same content, is the same turn. Random without it. */
  idempotencyKey?: string;
  /** The turn to append to, in place of the context's head. */
  parentTurnId?: string;
  /** Root of a file system snapshot, 64 hex digits. */
  fsRoot?: string;
}

/** One turn of {@link WireClient.appendBatch}. */
export interface BatchEntry extends Omit<AppendOptions, keyof WireCall> {
  contextId: string;
  type: TypeRef;
  value: TurnValue;
}

/** Which turns to read. */
export interface ReadOptions extends WireCall {
  /** At most so many; the host gives fewer where more would not fit a frame. Default: 64. */
  limit?: number;
  /** `false`: without payloads, which reads nothing but heads. Default: true. */
  payloads?: boolean;
}

/** A turn that was appended elsewhere. */
export interface PushedTurn {
  context_id: string;
  turn_id: string;
  /** The one turn, as a page of its own. */
  batch: TurnBatch;
}

type Typed = ProjectOptions & { signal?: AbortSignal; registry?: Registry };

/**
 * A client of the binary protocol (client specification, section 5.1; TCP, or TLS). Requests are pipelined over one
 * connection, which is made when it is needed and made again when it breaks: what may be repeated is repeated, in
 * its order, and appends have idempotency keys, so that each lands once. So is what the host has no room for now, but for
 * an append that has others behind it on the wire.
 *
 * Every call throws a VitrineError of the host's code, or `Unreachable`, `Timeout`, `Closed`; an abort throws the
 * signal's reason. Ids are decimal strings.
 *
 * @example
 * const client = new WireClient({ host: "127.0.0.1", port: 9009, registry: new Registry(bundle) });
 * const context = await client.createContext();
 * await client.append(context, { typeId: "com.example.Note", typeVersion: 1 }, { text: "hello" });
 * const batch = await client.last(context, { limit: 10 });
 * client.close();
 */
export class WireClient {
  readonly #channel: Channel;
  readonly #settled: ReturnType<typeof settled>;
  readonly #closing = new AbortController();
  #registry: Registry | undefined;

  /**
   * Connects to nothing yet.
   *
   * @throws VitrineNotReadyError before `init()`
   * @throws VitrineError `BadRequest` for an option that cannot be
   */
  constructor(options: WireOptions = {}) {
    core.requireReady();
    this.#settled = settled(options);
    this.#channel = new Channel(this.#settled.address, this.#settled.limits);
    this.#registry = this.#settled.registry;
  }

  /** Connects, if that has not been done, and gives what the host answered to the greeting. */
  async hello(call: WireCall = {}): Promise<{ session_id: string; version: number }> {
    return this.#channel.greeting(callOptions(call, TIMEOUT));
  }

  /** A new context, empty or with the turn `base` as its head. Its id. Not repeated when the connection breaks. */
  async createContext(base = "0", call: WireCall = {}): Promise<string> {
    return (await this.#once(messages.createContext(base), call)).context_id;
  }

  /** A new context whose head is that turn. Its id. Not repeated when the connection breaks. */
  async fork(turnId: string, call: WireCall = {}): Promise<string> {
    return (await this.#once(messages.fork(turnId), call)).context_id;
  }

  /** A context's head. */
  async head(contextId: string, call: WireCall = {}): Promise<ContextHead> {
    return this.#ask(messages.getHead(contextId), call);
  }

  /**
   * Appends a turn; when this resolves, the host has it for good.
   *
   * @param value fields by name, by the client's registry, or the payload itself
   * @throws VitrineError `BadRequest` for what is no type, key or id; `FailedDependency` when the registry does not know
   * the type; `Unprocessable` for a value that does not fit it; `Conflict` for a key that came with other content before
   */
  async append(contextId: string, type: TypeRef, value: TurnValue, options: AppendOptions = {}): Promise<Appended> {
    const turn = this.#fields({ ...fieldsOf(options, "options"), contextId, type, value });
    return this.#ask(messages.append(turn), options, APPEND);
  }

  /** Appends turns, all or none, in their order. */
  async appendBatch(entries: BatchEntry[], call: WireCall = {}): Promise<Appended[]> {
    if (!Array.isArray(entries)) throw mismatch("BadRequest", "entries", "a list of turns", kindOf(entries));
    const turns = Array.from(entries, (entry, at) => {
      const given = fieldsOf(entry, `entries[${at}]`);
      requireNames(given, `entries[${at}]`, ["contextId", "type", "value", ...APPEND]);
      return this.#fields(given);
    });
    return this.#ask(messages.appendBatch(turns), call);
  }

  /** The newest turns, the oldest of them first. */
  async last(contextId: string, options: ReadOptions = {}): Promise<TurnBatch> {
    return this.#page(messages.getLast(contextId, ...asked(options)), options);
  }

  /** The turns before that one, which must be an ancestor of the head. */
  async before(contextId: string, turnId: string, options: ReadOptions = {}): Promise<TurnBatch> {
    return this.#page(messages.getBefore(contextId, turnId, ...asked(options)), options);
  }

  /** The turns from that depth on, towards the head; the root has depth 0. */
  async range(contextId: string, startDepth: number, options: ReadOptions = {}): Promise<TurnBatch> {
    if (!Number.isInteger(startDepth) || startDepth < 0 || startDepth >= 2 ** 32)
      throw notGood("startDepth", "a whole number of 32 bits", startDepth);
    return this.#page(messages.getRange(contextId, startDepth, ...asked(options)), options);
  }

  /**
   * A payload by its hash, 64 hex digits.
   *
   * @param options `verify: false` believes the host that these are the bytes of that hash
   * @throws VitrineError `DecodeError` with both hashes where they are those of another; `BadRequest` for what is no hash
   */
  async blob(hash: string, options: WireCall & DecodeOptions = {}): Promise<Uint8Array> {
    const { verify = true, ...call } = fieldsOf(options, "options");
    requireFlag(verify, "verify");
    return this.#ask(messages.getBlob(hash, verify), call);
  }

  /** Stores bytes under their hash, without a turn. */
  async putBlob(bytes: Uint8Array, call: WireCall = {}): Promise<{ hash: string; was_new: boolean }> {
    return this.#ask(messages.putBlob(blake3(bytes), bytes), call);
  }

  /** Says which file system snapshot belongs to a turn. */
  async attachFs(turnId: string, root: string, call: WireCall = {}): Promise<{ turn_id: string; fs_root: string }> {
    return this.#ask(messages.attachFs(turnId, fromHex("file system root", root, 32)), call);
  }

  /**
   * Publishes a registry bundle: 201 when it is new, 204 when the host had it. The client's registry has it then, too.
   *
   * @throws RegistryConflictError when it breaks a rule of evolution; VitrineError `Conflict` when the host has taken it
   * and the client's registry has not, for it builds on one that only the host has
   */
  async putBundle(bundle: BundleJson, call: WireCall = {}): Promise<201 | 204> {
    const { id, json } = bundleText(bundle);
    const status = await this.#ask(messages.putBundle(id, json), call);
    try {
      this.#known().put(json);
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : cause;
      throw new VitrineError(
        "Conflict",
        `The host has the bundle now. This client's registry lacks what it builds on: ${why}`,
        { cause },
      );
    }
    return status;
  }

  /**
   * Turns as they are appended, over a connection of their own: of one context, first those after `after` (its root
   * without it), or of all (`"0"`), from now on. Goes on until the loop is left.
   *
   * @throws the signal's reason when it is aborted, VitrineError `Closed` after `close()`
   */
  async *subscribe(
    contextId: string,
    options: { after?: string; signal?: AbortSignal } = {},
  ): AsyncGenerator<PushedTurn, void> {
    const { after = "0", signal } = callOptions(options, ["after"]);
    // Before anything is dialled.
    idBits("context id", contextId);
    idBits("after", after);
    const { address, limits } = this.#settled;
    const ends = firstOf([this.#closing.signal, ...(signal ? [signal] : [])].map(shared));
    try {
      for await (const pushed of subscription(address, limits.retry, { contextId, after, signal: ends.signal })) {
        const bytes = new ByteWriter().u32(1).raw(pushed.item).done();
        const batch = this.#batch(bytes);
        try {
          yield { context_id: pushed.contextId, turn_id: pushed.turnId, batch };
        } finally {
          batch.free();
        }
      }
    } finally {
      ends.release();
    }
  }

  /** Calls `onTurn` for every turn appended to a context after `after` (its head without it), typed. Resolves when aborted. */
  async follow(
    contextId: string,
    onTurn: (turn: TypedTurn) => void,
    options: Typed & { after?: string } = {},
  ): Promise<void> {
    const { after, signal, registry = this.#known(), ...project } = callOptions(options);
    requireFunction(onTurn, "onTurn");
    requireProjectable(registry, project);
    try {
      const from = after !== undefined ? after : (await this.head(contextId, signal ? { signal } : {})).head_turn_id;
      for await (const { batch } of this.subscribe(contextId, { after: from, ...(signal ? { signal } : {}) })) {
        for (const turn of batch.project(registry, project)) onTurn(turn);
        if (signal?.aborted) return;
      }
    } catch (error) {
      if (!signal?.aborted || error !== signal.reason) throw error;
    }
  }

  /** A context's turns from root to head, typed, read page by page: memory holds one page. */
  async *history(contextId: string, options: Typed & { limit?: number } = {}): AsyncGenerator<TypedTurn, void> {
    const { registry = this.#known(), limit = 256, signal, ...project } = callOptions(options);
    requireProjectable(registry, project);
    for await (const batch of this.pages(contextId, { limit, ...(signal ? { signal } : {}) }))
      yield* batch.project(registry, project);
  }

  /**
   * A context's turns from root to head, as pages. A page is freed when the next is asked for.
   *
   * @throws VitrineError `Conflict` when the head has moved to another branch, which no longer holds what was read
   */
  async *pages(contextId: string, options: ReadOptions = {}): AsyncGenerator<TurnBatch, void> {
    let before: string | undefined;
    for (let depth = 0; ; ) {
      const bytes = await this.#ask(messages.getRange(contextId, depth, ...asked(options)), options, READ);
      const items = readItems(bytes);
      const parent = items[0]?.parentTurnId;
      if (before !== undefined && parent !== undefined && parent !== before) throw branched(contextId, before, parent);
      before = items.at(-1)?.turnId ?? before;
      const batch = this.#batch(bytes);
      try {
        if (batch.length === 0) {
          if (before === undefined) return;
          const { head_turn_id, head_depth } = await this.#ask(messages.getHead(contextId), options, READ);
          if (head_turn_id === before) return;
          // Where it is deeper now, more has come, or another branch, which the next page tells.
          if (head_depth < depth) throw branched(contextId, before, head_turn_id);
          continue;
        }
        depth += batch.length;
        yield batch;
      } finally {
        batch.free();
      }
    }
  }

  /** Ends the connections. What is under way ends with `Closed`. */
  close(): void {
    this.#channel.close();
    this.#closing.abort(closed());
  }

  [Symbol.dispose](): void {
    this.close();
  }

  /** @param names of options beside those of every call */
  #ask<T>(message: Message<T>, call: WireCall, names: readonly string[] = []): Promise<T> {
    const { signal, timeout } = callOptions(call, [...names, ...TIMEOUT]);
    return this.#channel.ask(message, { repeatable: true, signal, timeout });
  }

  #once<T>(message: Message<T>, call: WireCall): Promise<T> {
    const { signal, timeout } = callOptions(call, TIMEOUT);
    return this.#channel.ask(message, { repeatable: false, signal, timeout });
  }

  async #page(message: Message<Uint8Array>, options: ReadOptions): Promise<TurnBatch> {
    return this.#batch(await this.#ask(message, options, READ));
  }

  #batch(bytes: Uint8Array): TurnBatch {
    const { zstd } = this.#settled;
    return new TurnBatch(zstd ? unpacked(bytes, (item) => unpack(zstd, item)) : bytes);
  }

  #fields({ contextId, type, value, parentTurnId = "0", idempotencyKey, fsRoot }: BatchEntry): AppendFields {
    const { typeId, typeVersion, payload, hash } = contentOf(type, value, () => this.#known());
    return {
      contextId,
      parentTurnId,
      typeId,
      typeVersion,
      ...pack(this.#settled.zstd, payload),
      uncompressedLength: payload.length,
      hash,
      // On the wire an empty one is none, and what is sent again would land again.
      idempotencyKey: idempotencyKey === undefined || idempotencyKey === "" ? freshKey() : idempotencyKey,
      ...(fsRoot === undefined ? {} : { fsRoot: fromHex("file system root", fsRoot, 32) }),
    };
  }

  #known(): Registry {
    this.#registry ??= new Registry();
    return this.#registry;
  }
}

/** Names of options, for the refusal of others: of every call, of reading, of appending. */
const TIMEOUT = ["timeout"];
const READ = ["limit", "payloads"];
const APPEND = ["idempotencyKey", "parentTurnId", "fsRoot"];

/** Limit and include_payload, as the wire has them. */
function asked(options: ReadOptions): [number, number] {
  const { limit = 64, payloads = true } = fieldsOf(options, "options");
  requireLimit(limit);
  requireFlag(payloads, "payloads");
  return [limit, payloads ? 1 : 0];
}

function branched(contextId: string, expected: string, found: string): VitrineError {
  const message = `The head of context ${contextId} moved to another branch while its turns were read: turn ${expected}, which was read last, is not on the way to turn ${found}. Read them again.`;
  return new VitrineError("Conflict", message, { details: { expected, found } });
}
