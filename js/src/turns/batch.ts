// A page of turns, read in place.

import type * as glue from "../../generated/turns.js";
import { fieldsOf, found, requireBytes, requireFlag, requireNames } from "../core/arguments.js";
import { mismatch } from "../core/errors.js";
import { Handle } from "../core/handle.js";
import { coalesce } from "./coalesce.js";
import { expectedHashes, holdAgainst } from "./expect.js";
import { turns } from "./module.js";
import { Registry } from "./registry.js";
import type { DecodeOptions, ProjectOptions, TypedTurn } from "./types.js";

/**
 * A GET_LAST payload (client specification, section 5.1.4): `count u32`, then that many turns, oldest first.
 *
 * @example
 * const batch = new TurnBatch(new Uint8Array(await response.arrayBuffer()));
 * const turns = batch.project(registry, {}, { start: 0, end: 50 });
 */
export class TurnBatch {
  readonly #handle: Handle<typeof glue, glue.CoreBatch>;
  readonly #bytes: Uint8Array;
  readonly #length: number;

  /**
   * @param bytes copied into the module once; views and payloads point into the caller's array, which must stay as it is
   * @throws VitrineNotReadyError before `init()`
   * @throws VitrineError `DecodeError` where the bytes are not whole turns, with the pointer of the first that is not;
   * `BadRequest` for anything but bytes
   */
  constructor(bytes: Uint8Array) {
    turns.requireReady();
    requireBytes(bytes, "TurnBatch");
    this.#handle = new Handle(turns, "TurnBatch", (glue) => new glue.CoreBatch(bytes));
    this.#bytes = bytes;
    this.#length = this.#handle.call((core) => core.length);
  }

  /**
   * How many turns.
   *
   * @throws VitrineError `StaleHandle` after `reinit()` or `free()`, as all that follows
   */
  get length(): number {
    return this.#handle.call(() => this.#length);
  }

  /**
   * A turn's payload: a view of the page's bytes, as they came. Nothing is checked.
   *
   * @throws VitrineError `NotFound` for an index that the page does not have, `BadRequest` for what is no index
   */
  payload(index: number): Uint8Array {
    const [offset, length] = this.#at(index, (core) => core.payload_range(index)) as unknown as [number, number];
    requireBytes(this.#bytes, "bytes of the page");
    return this.#bytes.subarray(offset, offset + length);
  }

  /**
   * A turn's payload as a plain value, without a registry: integers that are no safe number as `bigint`, bin as
   * `Uint8Array`, a map with other keys than strings as `Map`, ext as `{ext, bytes}`.
   *
   * @param options `verify: false` leaves the payload's hash unchecked
   * @throws VitrineError as {@link payload}; `DecodeError` for what {@link project} says it of, another hash than the
   * turn's own (both in `details`) among it; `BadRequest` for a `verify` that is neither true nor false, and for other names
   */
  decode(index: number, options: DecodeOptions = NONE): unknown {
    const given = options === NONE ? NONE : fieldsOf(options, "decode options");
    if (given !== NONE) requireNames(given, "decode options", ["verify"]);
    const { verify = true } = given;
    requireFlag(verify, "verify");
    return this.#at(index, (core) => core.decode(index, verify));
  }

  /**
   * The turns as objects with names, verified unless `verify: false`. A turn that cannot be decoded has `error`
   * instead of `data`; the others are there.
   *
   * @param range which turns, cut to the page; all without it. Reading 50 turns of 10,000 costs what 50 cost.
   * @throws VitrineError `BadRequest` for options that do not exist or do not go together, for what is no range
   */
  project(registry: Registry, options: ProjectOptions = {}, range?: { start: number; end: number }): TypedTurn[] {
    const { length } = this;
    const own = fieldsOf(options, "project options");
    const { bytesRender, coalesce: merge, expect } = own;
    const bounds = range === undefined ? NONE : fieldsOf(range, "range");
    const start = cut("range.start", bounds.start ?? 0, 0, length);
    const end = cut("range.end", bounds.end ?? length, start, length);
    const hashes = expect === undefined ? undefined : expectedHashes(expect);
    if (bytesRender === "view") requireBytes(this.#bytes, "bytes of the page");
    const projector = Registry.projector(registry, own);
    const projected = this.#handle.call((core) => projector.project(core, this.#bytes, start, end));
    const held = hashes ? holdAgainst(hashes, projected) : projected;
    return merge ? coalesce(merge, held, registry) : held;
  }

  /** Gives the memory back now instead of when the object is collected. */
  free(): void {
    this.#handle.free();
  }

  [Symbol.dispose](): void {
    this.free();
  }

  #at<T>(index: number, use: (core: glue.CoreBatch) => T): T {
    return this.#handle.call((core) => {
      const what = "turn of the page";
      if (!Number.isInteger(index) || index < 0)
        throw mismatch("BadRequest", what, "an index, a whole number from 0", found(index));
      if (index >= this.#length) throw mismatch("NotFound", what, `an index below ${this.#length}`, String(index));
      return use(core);
    });
  }
}

/** What is no way to project is told before anything is asked for: an empty page is read. */
export function requireProjectable(registry: Registry, options: ProjectOptions): void {
  const none = new TurnBatch(new Uint8Array(4));
  try {
    none.project(registry, options);
  } finally {
    none.free();
  }
}

/** Nothing was given: calls without options pay nothing for them. */
const NONE: { verify?: boolean; start?: number; end?: number } = {};

/** A bound of a range, cut to what there is. */
function cut(what: string, value: number, least: number, most: number): number {
  if (typeof value !== "number" || Number.isNaN(value)) throw mismatch("BadRequest", what, "a number", found(value));
  return Math.min(Math.max(Math.trunc(value), least), most);
}
