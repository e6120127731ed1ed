// Typed contents: how v0.8 writes a map of the data model.

import { jsonText, lossless, requireString } from "../core/arguments.js";
import { mismatch } from "../core/errors.js";
import { ui } from "../uicp/module.js";
import type { Mode } from "./types.js";

/** An entry of typed contents: a key and exactly one value. */
export interface ContentsEntry {
  key: string;
  valueString?: string;
  valueNumber?: number;
  valueBoolean?: boolean;
  /** In strict mode its entries hold no further map. */
  valueMap?: ContentsEntry[];
}

/** What becomes of what v0.8 cannot carry. */
export interface ContentsOptions {
  /** `indexMap` writes an array as a map with the keys `0` to `n-1`; `reject` without it. */
  arrays?: "reject" | "indexMap";
  /** `emptyString` writes null as the empty string; `reject` without it. */
  nulls?: "reject" | "emptyString";
  /** Lenient contents may have maps in maps of maps; `strict` without it. */
  mode?: Mode;
}

/** A message that replaces the map at a path. */
export interface DataModelUpdate {
  dataModelUpdate: { surfaceId: string; path?: string; contents: ContentsEntry[] };
}

/**
 * Writes an object as typed contents. Of a value that JSON writes in its own way (a Date) that counts, and what it leaves
 * out is left out.
 *
 * @throws VitrineNotReadyError before `init()`
 * @throws VitrineError `Unprocessable` with a pointer to an array, a null or, in strict mode, a map inside a map, unless
 * the options take it, and without one for more than 127 objects and arrays inside each other; `BadRequest` for NaN, an
 * infinite number and what else JSON cannot hold, or would lose (a Map, bytes)
 */
export function encodeContents(value: Record<string, unknown>, options: ContentsOptions = {}): ContentsEntry[] {
  const texts = [exact(value, "encodeContents"), jsonText(options, "encodeContents")] as const;
  return JSON.parse(ui.call((glue) => glue.a2ui_encode(...texts)));
}

/**
 * Writes an object as the messages that make it a surface's data model, in order: one, or in strict mode one for each map
 * that is deeper than v0.8 can nest.
 *
 * @throws as {@link encodeContents}, but no map inside a map is refused
 */
export function encodeUpdates(
  surfaceId: string,
  value: Record<string, unknown>,
  options: ContentsOptions = {},
): DataModelUpdate[] {
  requireString(surfaceId, "encodeUpdates: surfaceId");
  const texts = [exact(value, "encodeUpdates"), jsonText(options, "encodeUpdates")] as const;
  return JSON.parse(ui.call((glue) => glue.a2ui_updates(surfaceId, ...texts)));
}

/**
 * The object that typed contents say; the inverse of {@link encodeContents}, after what its options did.
 *
 * @throws VitrineNotReadyError before `init()`
 * @throws VitrineError `Unprocessable` with a pointer and, in `details.findings`, all that is wrong
 */
export function decodeContents(contents: readonly object[]): Record<string, unknown> {
  const text = jsonText(contents, "decodeContents");
  return JSON.parse(ui.call((glue) => glue.a2ui_decode(text)));
}

/** As deep as the core reads JSON. */
const DEEPEST = 127;

/** JSON text of a value that has nothing in it which JSON would silently make null, and is no deeper than can be read. */
function exact(value: unknown, what: string): string {
  const depths = new WeakMap<object, number>();
  let tooDeep = false;
  function checked(this: object, key: string, inside: unknown): unknown {
    lossless(key, inside);
    if (typeof inside === "object" && inside !== null) {
      const depth = (depths.get(this) ?? 0) + 1;
      tooDeep = depth > DEEPEST;
      if (tooDeep) throw new RangeError("too deep");
      depths.set(inside, depth);
    }
    return inside;
  }
  try {
    return jsonText(value, what, checked);
  } catch (error) {
    if (!tooDeep) throw error;
    const expected = `at most ${DEEPEST} objects and arrays inside each other`;
    throw mismatch("Unprocessable", "typed contents cannot carry this", expected, "more");
  }
}
