// The GET_LAST payload for the JavaScript peers: an index of the items, and turns made from a range of them.
// Imported once per contestant (with a query), so that no contestant's shapes slow down another's loop.
import { hex as hexOf, viewOf } from "#platform";
import { turnId } from "./render.mjs";

const HEADER = 24;
const AFTER_TYPE_ID = 52;

/** Finds every item. */
export function open(bytes) {
  const buffer = viewOf(bytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = view.getUint32(0, true);
  const starts = new Uint32Array(count);
  let at = 4;
  for (let i = 0; i < count; i += 1) {
    starts[i] = at;
    at += HEADER + view.getUint32(at + 20, true);
    at += AFTER_TYPE_ID + view.getUint32(at + 48, true);
  }
  if (at !== bytes.length) throw new Error(`expected ${at} bytes, found ${bytes.length}`);
  return { buffer, view, count, starts };
}

/**
 * @param {{typeIds: string[], data: (buffer: Uint8Array, view: DataView, type: number, start: number, end: number) => object, unknown: () => object}} decoder
 *   `unknown` gives the unknown fields of the payload that `data` read last
 * @param {((bytes: Uint8Array) => Uint8Array) | null} hash BLAKE3, to verify with
 */
export function createRange(decoder, hash = null) {
  const known = decoder.typeIds.map((name) => ({ name, bytes: new TextEncoder().encode(name) }));

  function typeAt(buffer, at, length) {
    for (let i = 0; i < known.length; i += 1) {
      const { bytes } = known[i];
      if (bytes.length !== length) continue;
      let same = 0;
      while (same < length && bytes[same] === buffer[at + same]) same += 1;
      if (same === length) return i;
    }
    throw new Error(`no descriptor for ${new TextDecoder().decode(buffer.subarray(at, at + length))}`);
  }

  function verify(buffer, at, start, end) {
    const found = hash(buffer.subarray(start, end));
    for (let i = 0; i < 32; i += 1) {
      if (found[i] !== buffer[at + i]) throw new Error(`the payload at ${start} does not match its hash`);
    }
  }

  return function range({ buffer, view, starts }, from, to) {
    const turns = new Array(to - from);
    // All hashes become hex in one native call; each turn takes its part of the string.
    const hashes = new Uint8Array((to - from) * 32);
    const hashWords = new DataView(hashes.buffer);
    for (let i = from; i < to; i += 1) {
      const at = starts[i] + HEADER + view.getUint32(starts[i] + 20, true) + 16;
      for (let k = 0; k < 32; k += 4) hashWords.setUint32((i - from) * 32 + k, view.getUint32(at + k));
    }
    const hex = hexOf(hashes);
    let lastId = "";
    let lastLow = -1;
    for (let i = from; i < to; i += 1) {
      const at = starts[i];
      const typeLength = view.getUint32(at + 20, true);
      const rest = at + HEADER + typeLength;
      const type = typeAt(buffer, at + HEADER, typeLength);
      const name = known[type].name;
      const version = view.getUint32(rest, true);
      const start = rest + AFTER_TYPE_ID;
      const end = start + view.getUint32(rest + 48, true);
      if (hash !== null) verify(buffer, rest + 16, start, end);
      // A parent is nearly always the turn before: its string is there already.
      const parentIsLast = view.getUint32(at + 8, true) === lastLow && view.getUint32(at + 12, true) === 0;
      const parent = parentIsLast ? lastId : turnId(view, at + 8);
      lastId = turnId(view, at);
      lastLow = view.getUint32(at + 4, true) === 0 ? view.getUint32(at, true) : -1;
      const k = (i - from) * 64;
      turns[i - from] = {
        turn_id: lastId,
        parent_turn_id: parent,
        depth: view.getUint32(at + 16, true),
        declared_type: { type_id: name, type_version: version },
        decoded_as: { type_id: name, type_version: version },
        content_hash_b3: hex.substring(k, k + 64),
        verified: hash !== null,
        data: decoder.data(buffer, view, type, start, end),
        unknown: decoder.unknown(),
      };
    }
    return turns;
  };
}
