// A registry, compiled for writing: the core's encoder.

import type * as glue from "../../generated/turns.js";
import { turns } from "./module.js";
import type { TypeRef } from "./types.js";

/** Encodes values by one registry. */
export class Encoder {
  readonly #core: glue.CoreEncoder;
  /** What the core gave for a type version. */
  readonly #programs = new Map<string, Map<number, number>>();

  constructor(registry: glue.CoreRegistry) {
    this.#core = turns.call((glue) => new glue.CoreEncoder(registry));
  }

  /** The payload of a value that `writeValue` wrote. */
  encode({ typeId, typeVersion }: TypeRef, written: Uint8Array): Uint8Array {
    const program = this.#programs.get(typeId)?.get(typeVersion) ?? this.#program(typeId, typeVersion);
    return turns.call(() => this.#core.encode(program, written));
  }

  free(): void {
    this.#core.free();
  }

  #program(typeId: string, typeVersion: number): number {
    const program = turns.call(() => this.#core.program(typeId, typeVersion));
    const versions = this.#programs.get(typeId) ?? new Map<number, number>();
    this.#programs.set(typeId, versions.set(typeVersion, program));
    return program;
  }
}
