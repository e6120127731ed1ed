// zstd: Node's own from 22.15 on, or one that the caller brings; else the package's, which only unpacks.

import * as zlib from "node:zlib";
import type { RawItem } from "../turns/wire/items.js";
import { unpackZstd } from "./unpack.js";

/** Packs and unpacks zstd frames. */
export interface Zstd {
  compress(bytes: Uint8Array): Uint8Array;
  /** Must not give, nor take room for, more than `most` bytes. */
  decompress(bytes: Uint8Array, most: number): Uint8Array;
}

/** What a client has of it; without `compress` it sends nothing packed. */
export type Codec = Pick<Zstd, "decompress"> & Partial<Zstd>;

/** Under this a payload is not worth packing. */
const WORTH_BYTES = 512;

interface ZlibWithZstd {
  zstdCompressSync?(bytes: Uint8Array): Uint8Array;
  zstdDecompressSync?(bytes: Uint8Array, options: { maxOutputLength: number }): Uint8Array;
}

/** Node's own, where it has one; else what unpacks without. */
export function ownZstd(): Codec {
  const { zstdCompressSync, zstdDecompressSync } = zlib as ZlibWithZstd;
  if (!zstdCompressSync || !zstdDecompressSync) return { decompress: unpackZstd };
  return {
    compress: (bytes) => zstdCompressSync(bytes),
    // A limit of 0 is none to zlib.
    decompress: (bytes, most) => zstdDecompressSync(bytes, { maxOutputLength: Math.max(most, 1) }),
  };
}

/** The payload as it is sent: packed where that makes it smaller. */
export function pack(zstd: Codec | undefined, payload: Uint8Array): { payload: Uint8Array; compression: number } {
  if (zstd?.compress && payload.length >= WORTH_BYTES) {
    const packed = zstd.compress(payload);
    if (packed.length < payload.length) return { payload: packed, compression: 1 };
  }
  return { payload, compression: 0 };
}

/** An item's payload; undefined where it cannot be unpacked to the length that it declares. */
export function unpack(zstd: Codec | undefined, item: RawItem): Uint8Array | undefined {
  if (!zstd || item.compression !== 1) return undefined;
  try {
    const bytes = zstd.decompress(item.payload, item.uncompressedLength);
    return bytes.length === item.uncompressedLength ? bytes : undefined;
  } catch {
    return undefined;
  }
}
