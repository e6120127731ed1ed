// The wasm module `zstd`: unpacks where Node has no zstd. It is loaded when the first packed payload comes.

import { wasmSource } from "#env";
import * as glue from "../../generated/zstd.js";
import { VitrinePanicError } from "../core/errors.js";
import { CoreModule } from "../core/module.js";
import type { SyncSource } from "../core/source.js";

const source = () => wasmSource("zstd", () => new URL("../zstd.wasm", import.meta.url)) as SyncSource;

const zstd = new CoreModule("zstd", glue, source);

/** The bytes that a frame holds, which must be `length`. @throws VitrineError `DecodeError` */
export function unpackZstd(packed: Uint8Array, length: number): Uint8Array {
  if (!zstd.loaded) zstd.initSync(source());
  try {
    return zstd.call((glue) => glue.zstd_unpack(packed, length));
  } catch (error) {
    // It holds nothing between calls, so that a fresh one is as good.
    if (error instanceof VitrinePanicError) zstd.reinit();
    throw error;
  }
}
