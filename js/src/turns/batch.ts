// A page of turns, read in place.

import type * as glue from "../../generated/turns.js";
import { coalesce } from "./coalesce.js";
import { holdAgainst } from "./expect.js";
import { turns } from "./module.js";
import { requireBytes } from "./projector.js";
import { Registry } from "./registry.js";
import type { ProjectOptions, TypedTurn } from "./types.js";

/**
 * A GET_LAST payload (client specification, section 5.1.4): `count u32`, then that many turns, oldest first.
 *
 * @example
 * const batch = new TurnBatch(new Uint8Array(await response.arrayBuffer()));
 * const turns = batch.project(registry, {}, { start: 0, end: 50 });
 */
export class TurnBatch {
  readonly #core: glue.CoreBatch;
  readonly #bytes: Uint8Array;
  readonly #generation: number;
  /** How many turns. */
  readonly length: number;

  /**
   * @param bytes copied into the module once; views and payloads point into the caller's array, which must stay as it is
   * @throws VitrineNotReadyError before `init()`
   * @throws VitrineError `DecodeError` where the bytes are not whole turns, with the pointer of the first that is not
   */
  constructor(bytes: Uint8Array) {
    turns.requireReady();
    requireBytes(bytes, "TurnBatch");
    this.#core = turns.call((glue) => new glue.CoreBatch(bytes));
    this.#bytes = bytes;
    this.#generation = turns.generation;
    this.length = this.#core.length;
  }

  /**
   * A turn's payload: a view of the page's bytes.
   *
   * @throws VitrineError `NotFound` for an index that the page does not have
   */
  payload(index: number): Uint8Array {
    const [offset, length] = this.#call((core) => core.payload_range(index)) as unknown as [number, number];
    return this.#bytes.subarray(offset, offset + length);
  }

  /**
   * A turn's payload as a plain value, without a registry: integers that are no safe number as `bigint`, bin as
   * `Uint8Array`, a map with other keys than strings as `Map`, ext as `{ext, bytes}`.
   *
   * @throws VitrineError `NotFound`, `DecodeError`
   */
  decode(index: number): unknown {
    return this.#call((core) => core.decode(index));
  }

  /**
   * The turns as objects with names, verified unless `verify: false`. A turn that cannot be decoded has `error`
   * instead of `data`; the others are there.
   *
   * @param range which turns, cut to the page; all without it. Reading 50 turns of 10,000 costs what 50 cost.
   * @throws VitrineError `BadRequest` for options that do not exist or do not go together
   */
  project(registry: Registry, options: ProjectOptions = {}, range?: { start: number; end: number }): TypedTurn[] {
    const start = Math.min(Math.max(Math.trunc(range?.start ?? 0), 0), this.length);
    const end = Math.min(Math.max(Math.trunc(range?.end ?? this.length), start), this.length);
    const projected = this.#call((core) =>
      Registry.projector(registry, options).project(core, this.#bytes, start, end),
    );
    const held = options.expect ? holdAgainst(options.expect, projected) : projected;
    return options.coalesce ? coalesce(options.coalesce, held) : held;
  }

  /** Gives the memory back now instead of when the object is collected. */
  free(): void {
    if (turns.holds(this.#generation)) this.#core.free();
  }

  [Symbol.dispose](): void {
    this.free();
  }

  #call<T>(use: (core: glue.CoreBatch) => T): T {
    turns.requireReady();
    turns.requireCurrent(this.#generation, "TurnBatch");
    return turns.call(() => use(this.#core));
  }
}
