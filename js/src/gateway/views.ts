// A page as the specification's JSON: typed, raw, or both.

import { TurnBatch } from "../turns/batch.js";
import type { Registry } from "../turns/registry.js";
import type { TypedTurn } from "../turns/types.js";
import { toHex } from "../turns/wire/bytes.js";
import { type RawItem, readItems } from "../turns/wire/items.js";
import type { View } from "./query.js";

/** Why a turn could not be shown. */
export type Failure = NonNullable<TypedTurn["error"]>;

/**
 * The turns of a page. `failure` is there where none of them could be decoded, for one and the same reason: then the
 * page as a whole failed.
 */
export function shown(bytes: Uint8Array, registry: Registry, view: View): { turns: object[]; failure?: Failure } {
  const raw = view.view === "typed" ? [] : readItems(bytes).map((item) => rawFields(item, view.bytes));
  if (view.view === "raw") return { turns: raw };
  const typed = project(bytes, registry, view);
  const turns = typed.map((turn, at) => ({ ...typedFields(turn), ...raw[at] }));
  const [first] = typed;
  const failed = first?.error && typed.every(({ error }) => error?.code === first.error?.code);
  return { turns, ...(failed && first.error ? { failure: first.error } : {}) };
}

function project(bytes: Uint8Array, registry: Registry, { project }: View): TypedTurn[] {
  const batch = new TurnBatch(bytes);
  try {
    return batch.project(registry, project);
  } finally {
    batch.free();
  }
}

/** What the specification shows of a typed turn, and nothing else. */
function typedFields({ content_hash_b3: _hash, verified: _verified, error, ...turn }: TypedTurn): object {
  return { ...turn, ...(error ? { error } : {}) };
}

function rawFields(item: RawItem, bytes: View["bytes"]): object {
  return {
    turn_id: item.turnId,
    parent_turn_id: item.parentTurnId,
    depth: item.depth,
    declared_type: { type_id: item.typeId, type_version: item.typeVersion },
    content_hash_b3: item.hash,
    encoding: item.encoding,
    compression: item.compression,
    uncompressed_len: item.uncompressedLength,
    ...(bytes === "base64" ? { bytes_b64: toBase64(item.payload) } : {}),
    ...(bytes === "hex" ? { bytes_hex: toHex(item.payload) } : {}),
  };
}

/** Engines take about 100,000 arguments; this many bytes a call is safe everywhere and a multiple of 3. */
const STEP = 24_576;

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += STEP) text += btoa(String.fromCharCode(...bytes.subarray(at, at + STEP)));
  return text;
}
