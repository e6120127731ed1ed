// One turn by its id. A host gives it as JSON alone, so it is made a page of one here.

import { type HttpAnswer, type HttpHost, json, notPromised } from "../turns/http.js";
import { ByteWriter, fromHex, idBits } from "../turns/wire/bytes.js";

/** A turn as a page of its own, and the root of its file system snapshot. */
export interface TurnBytes {
  bytes: Uint8Array;
  fs_root_hash: string | null;
}

/** Asks a host for a turn. @throws VitrineError as `HttpHost.request` does */
export async function fetchTurn(host: HttpHost, turnId: string, signal: AbortSignal): Promise<TurnBytes> {
  const answer = await host.request(`v1/turns/${encodeURIComponent(turnId)}`, { signal });
  const turn = json(answer) as Record<string, unknown>;
  const field = <T>(name: string, is: (value: unknown) => value is T, from: unknown = turn): T => {
    const value = (from as Record<string, unknown> | null)?.[name];
    if (is(value)) return value;
    throw notPromised(answer, `a turn's ${name}`, JSON.stringify(value) ?? "none");
  };
  const type = field("declared_type", isObject);
  const root = turn.fs_root_hash;
  const bytes = new ByteWriter()
    .u32(1)
    .u64(idBits("turn_id", field("turn_id", isText)))
    .u64(idBits("parent_turn_id", field("parent_turn_id", isText)))
    .u32(field("depth", isWhole))
    .text(field("type_id", isText, type))
    .u32(field("type_version", isWhole, type))
    .u32(field("encoding", isWhole))
    .u32(field("compression", isWhole))
    .u32(field("uncompressed_len", isWhole))
    .raw(fromHex("content_hash_b3", field("content_hash_b3", isText), 32))
    .counted(fromBase64(answer, field("bytes_b64", isText)))
    .done();
  return { bytes, fs_root_hash: isText(root) ? root : null };
}

const isText = (value: unknown): value is string => typeof value === "string";
const isWhole = (value: unknown): value is number => Number.isInteger(value);
const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

function fromBase64(answer: HttpAnswer, text: string): Uint8Array {
  let binary: string;
  try {
    binary = atob(text);
  } catch {
    throw notPromised(answer, "base64 in bytes_b64", "other text");
  }
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
