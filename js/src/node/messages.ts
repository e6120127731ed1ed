// The messages of the binary protocol: each with its number, its request's fields and its reply's.

import { mismatch } from "../core/errors.js";
import { blake3 } from "../turns/hash.js";
import { type AppendFields, appendFlags, appendTurn } from "../turns/wire/append.js";
import { ByteReader, ByteWriter, fromHex, idBits, toHex } from "../turns/wire/bytes.js";

/** What a request is on the wire, and how its reply is read. */
export interface Message<T> {
  type: number;
  flags: number;
  payload: Uint8Array;
  read(reply: Uint8Array): T;
}

/** What a host answers about a context. */
export interface HeadReply {
  context_id: string;
  head_turn_id: string;
  head_depth: number;
}

/** What a host answers to an append. */
export interface Appended {
  context_id: string;
  turn_id: string;
  /** Distance from the root, which has 0. */
  depth: number;
  /** BLAKE3 of the payload, 64 hex digits. */
  content_hash: string;
}

export const VERSION = 1;
const utf8 = /* @__PURE__ */ new TextEncoder();

/** A request whose reply is read field by field, to its end. */
function message<T>(type: number, fields: ByteWriter, read: (reply: ByteReader) => T, flags = 0): Message<T> {
  return {
    type,
    flags,
    payload: fields.done(),
    read(reply) {
      const reader = new ByteReader(reply, `reply to message ${type}`);
      const value = read(reader);
      reader.end();
      return value;
    },
  };
}

const out = () => new ByteWriter();
const head = (reply: ByteReader): HeadReply => ({
  context_id: reply.id(),
  head_turn_id: reply.id(),
  head_depth: reply.u32(),
});
const ack = (reply: ByteReader, { hash }: AppendFields): Appended => ({
  context_id: reply.id(),
  turn_id: reply.id(),
  depth: reply.u32(),
  content_hash: sameHash("hash of the appended turn", hash, reply.raw(32)),
});
const page = (reply: ByteReader): Uint8Array => reply.rest();

/** `found` in hex. @throws VitrineError `DecodeError` with both hashes where it is another than `expected` */
function sameHash(what: string, expected: Uint8Array, found: Uint8Array): string {
  const [asked, given] = [toHex(expected), toHex(found)];
  if (asked !== given) throw mismatch("DecodeError", what, asked, given);
  return given;
}

const turnOf = (id: string) => idBits("turn id", id);
const contextOf = (id: string) => idBits("context id", id);

export function hello(tag: string, meta: object) {
  const name = utf8.encode(tag);
  const fields = out().u16(VERSION).u16(name.length).raw(name).text(JSON.stringify(meta));
  return message(1, fields, (reply) => {
    const [sessionId, version] = [reply.id(), reply.u16()];
    if (version === VERSION) return { sessionId, version };
    throw mismatch("DecodeError", "version of the binary protocol", String(VERSION), String(version));
  });
}

export const createContext = (base: string) => message(2, out().u64(turnOf(base)), head);

export const fork = (base: string) => message(3, out().u64(turnOf(base)), head);

export const getHead = (context: string) => message(4, out().u64(contextOf(context)), head);

export const append = (turn: AppendFields) =>
  message(5, appendTurn(turn), (reply) => ack(reply, turn), appendFlags(turn));

export const getLast = (context: string, limit: number, payload: number) =>
  message(6, out().u64(contextOf(context)).u32(limit).u32(payload), page);

export const getBefore = (context: string, before: string, limit: number, payload: number) =>
  message(7, out().u64(contextOf(context)).u64(turnOf(before)).u32(limit).u32(payload), page);

export const getRange = (context: string, depth: number, limit: number, payload: number) =>
  message(8, out().u64(contextOf(context)).u32(depth).u32(limit).u32(payload), page);

export function getBlob(hash: string, verify: boolean) {
  const asked = fromHex("blob hash", hash, 32);
  return message(9, out().raw(asked), (reply) => {
    const bytes = reply.counted();
    if (verify) sameHash("blob hash", asked, blake3(bytes));
    return bytes;
  });
}

export const attachFs = (turn: string, root: Uint8Array) =>
  message(10, out().u64(turnOf(turn)).raw(root), (reply) => ({ turn_id: reply.id(), fs_root: toHex(reply.raw(32)) }));

export const putBlob = (hash: Uint8Array, bytes: Uint8Array) =>
  message(11, out().raw(hash).counted(bytes), (reply) => ({
    hash: sameHash("hash of the stored blob", hash, reply.raw(32)),
    was_new: reply.u8() === 1,
  }));

export const putBundle = (id: string, json: string) =>
  message(12, out().text(id).text(json), (reply) => {
    const status = reply.u32();
    if (status === 201 || status === 204) return status;
    throw mismatch("DecodeError", "status of the bundle", "201 or 204", String(status));
  });

export function appendBatch(turns: AppendFields[]) {
  const fields = out().u32(turns.length);
  for (const turn of turns) {
    const payload = appendTurn(turn).done();
    fields.u32(payload.length).u16(appendFlags(turn)).raw(payload);
  }
  return message(13, fields, (reply) => {
    const count = reply.u32();
    if (count !== turns.length) throw mismatch("DecodeError", "acks", String(turns.length), String(count));
    return turns.map((turn) => ack(reply, turn));
  });
}

/** Is a request of that type one that appends? */
export const isAppend = (type: number) => type === 5 || type === 13;

/** Answered by any number of frames. */
export const subscribe = (context: string, after: string) =>
  message(14, out().u64(contextOf(context)).u64(turnOf(after)), (reply) => ({
    contextId: reply.id(),
    item: reply.rest(),
  }));
