// A registry under one set of options, compiled: the core's projector, and the reader of its tapes.

import { chunkBytes } from "#env";
import type * as glue from "../../generated/turns.js";
import { createTapeReader, type TapeReader } from "./materialise.js";
import { turns } from "./module.js";
import type { TypedTurn } from "./types.js";

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
      const chunk = chunkBytes(batch.span(at, end));
      const count = this.#reader.open(turns.call(() => this.#core.fill(batch, at, end, chunk)));
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
