// Hashes that the caller got elsewhere, for hosts that must not be trusted with their own.

import type { TypedTurn } from "./types.js";

/**
 * The turns, each of which has the hash that `expect` names for it, or an error in its place. Projection has checked
 * the payloads against the hashes that came with them; this checks those.
 *
 * @param expect hashes in hex by turn id; a turn that it does not name passes
 */
export function holdAgainst(expect: Record<string, string>, turns: TypedTurn[]): TypedTurn[] {
  return turns.map((turn) => {
    const expected = Object.hasOwn(expect, turn.turn_id) ? String(expect[turn.turn_id]).toLowerCase() : undefined;
    if (expected === undefined || expected === turn.content_hash_b3) return turn;
    const { data: _data, unknown: _unknown, warnings: _warnings, ...meta } = turn;
    const found = turn.content_hash_b3;
    const message = `hash of turn ${turn.turn_id}: expected ${expected}, found ${found}`;
    return { ...meta, verified: false, error: { code: "DecodeError", message, details: { expected, found } } };
  });
}
