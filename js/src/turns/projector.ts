// A registry under one set of options, compiled: the core's projector, and the reader of its tapes.

import type * as glue from "../../generated/turns.js";
import { createTapeReader, type TapeReader } from "./materialise.js";
import { turns } from "./module.js";
import type { TypedTurn } from "./types.js";

/**
 * Bytes a chunk. Pieces of this size stay in the cache and their texts in the young heap: on pages of 1.5 and 15 MB
 * chunks of 2 MiB took 1.1 to 1.3 times as long (decision 0007).
 */
const CHUNK_BYTES = 96 << 10;

const EMPTY: Uint8Array = /* @__PURE__ */ new Uint8Array(0);

/** Projects pages and payloads by one registry under one set of options. */
export class Projector {
  readonly #core: glue.CoreProjector;
  readonly #reader: TapeReader;
  #views: Uint8Array = EMPTY;

  constructor(registry: glue.CoreRegistry, optionsJson: string, detach: boolean) {
    const core = turns.call((glue) => new glue.CoreProjector(registry, optionsJson));
    const source = {
      memory: turns.call((glue) => glue.shared_memory()) as WebAssembly.Memory,
      describe: core.describe.bind(core),
    };
    this.#core = core;
    this.#reader = createTapeReader(source, detach, () => this.#views);
  }

  /** The turns from `start` up to `end` of a page whose bytes are `bytes`. */
  project(batch: glue.CoreBatch, bytes: Uint8Array, start: number, end: number): TypedTurn[] {
    const out = new Array<TypedTurn>(end - start);
    this.#views = bytes;
    for (let at = start; at < end; ) {
      const count = this.#reader.open(turns.call(() => this.#core.fill(batch, at, end, CHUNK_BYTES)));
      this.#reader.turns(out, at - start, count);
      at += count;
    }
    this.#release();
    return out;
  }

  /** One bare payload. */
  payload(payload: Uint8Array, typeId: string, typeVersion: number): Pick<TypedTurn, "data" | "unknown" | "warnings"> {
    this.#views = payload;
    const layout = turns.call(() => this.#core.fill_payload(payload, typeId, typeVersion));
    const result = this.#reader.payload(this.#reader.open(layout));
    this.#release();
    return result;
  }

  free(): void {
    this.#core.free();
  }

  #release(): void {
    this.#reader.close();
    this.#views = EMPTY;
  }
}
