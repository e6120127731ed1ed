// Hashes that the caller got elsewhere, for hosts that must not be trusted with their own.

import { found, reading, requireObject } from "../core/arguments.js";
import { mismatch } from "../core/errors.js";
import type { TypedTurn } from "./types.js";
import { idBits } from "./wire/bytes.js";

/**
 * The hashes of `expect`, in lower case by turn id. All of them: what is left out of a check says nothing.
 *
 * @throws VitrineError `BadRequest` for anything but a plain object, a key that is no id, a value that is no hash
 */
export function expectedHashes(expect: unknown): Map<string, string> {
  const what = "project option expect";
  return reading(what, () => readHashes(what, expect));
}

function readHashes(what: string, expect: unknown): Map<string, string> {
  requireObject(expect, what);
  const inherited = Object.getPrototypeOf(expect);
  if (inherited !== null && Object.getPrototypeOf(inherited) !== null)
    throw mismatch("BadRequest", what, "a plain object", "one with a prototype of its own", "/expect");
  const hashes = new Map<string, string>();
  for (const id of Reflect.ownKeys(expect) as string[]) {
    idBits(`${what}: key`, id);
    const hash = (expect as Record<string, unknown>)[id];
    if (typeof hash !== "string" || !/^[0-9a-f]{64}$/i.test(hash))
      throw mismatch("BadRequest", `${what}[${id}]`, "64 hex digits", found(hash), `/expect/${id}`);
    hashes.set(id, hash.toLowerCase());
  }
  return hashes;
}

/**
 * The turns, each of which has the hash that is expected of it, or an error in its place. Projection has checked
 * the payloads against the hashes that came with them; this checks those.
 *
 * @param hashes in lower-case hex by turn id; a turn that they do not name passes
 */
export function holdAgainst(hashes: Map<string, string>, turns: TypedTurn[]): TypedTurn[] {
  return turns.map((turn) => {
    const expected = hashes.get(turn.turn_id);
    if (expected === undefined || expected === turn.content_hash_b3) return turn;
    const { data: _data, unknown: _unknown, warnings: _warnings, ...meta } = turn;
    const found = turn.content_hash_b3;
    const message = `hash of turn ${turn.turn_id}: expected ${expected}, found ${found}`;
    return { ...meta, verified: false, error: { code: "DecodeError", message, details: { expected, found } } };
  });
}
