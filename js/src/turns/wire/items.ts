// The items of a page (client specification, section 5.1.4), where something else than projection wants them: raw
// views, and payloads that came compressed.

import { ByteReader, ByteWriter, toHex } from "./bytes.js";

/** A turn as it is stored. */
export interface RawItem {
  turnId: string;
  parentTurnId: string;
  depth: number;
  typeId: string;
  typeVersion: number;
  /** 1: msgpack; 0: the host could not read the payload. */
  encoding: number;
  /** 0: none; 1: zstd. */
  compression: number;
  uncompressedLength: number;
  hash: string;
  payload: Uint8Array;
  /** Where the fields from `compression` on lie in the page. */
  compressionAt: number;
}

/** The items of a GET_LAST payload. @throws VitrineError `DecodeError` */
export function readItems(bytes: Uint8Array): RawItem[] {
  const reader = new ByteReader(bytes, "page of turns");
  // A count that lies ends at the first item that is not there.
  const items = [];
  for (let left = reader.u32(); left > 0; left--) items.push(readItem(reader));
  reader.end();
  return items;
}

function readItem(reader: ByteReader): RawItem {
  const turnId = reader.id();
  const parentTurnId = reader.id();
  const depth = reader.u32();
  const typeId = reader.text();
  const typeVersion = reader.u32();
  const encoding = reader.u32();
  const compressionAt = reader.at;
  const compression = reader.u32();
  const uncompressedLength = reader.u32();
  const hash = toHex(reader.raw(32));
  const payload = reader.counted();
  return {
    turnId,
    parentTurnId,
    depth,
    typeId,
    typeVersion,
    encoding,
    compression,
    uncompressedLength,
    hash,
    payload,
    compressionAt,
  };
}

/** Bytes to which the payloads of a page are unpacked, all together: zstd makes gigabytes of a frame that says so. */
const UNPACKED_BYTES = 256 << 20;

/**
 * The page with its compressed payloads unpacked; itself where there are none. An item that cannot be unpacked, or would
 * take too much room, stays as it is, and projection says of it that it is compressed.
 */
export function unpacked(bytes: Uint8Array, decompress: (item: RawItem) => Uint8Array | undefined): Uint8Array {
  const items = readItems(bytes);
  if (items.every(({ compression }) => compression === 0)) return bytes;
  const out = new ByteWriter();
  let copied = 0;
  let room = UNPACKED_BYTES;
  for (const item of items) {
    if (item.compression === 0 || item.uncompressedLength > room) continue;
    const payload = decompress(item);
    if (!payload) continue;
    room -= payload.length;
    // After compression come the uncompressed length, the hash and the payload's length.
    const lengthAt = item.compressionAt + 40;
    out.raw(bytes.subarray(copied, item.compressionAt)).u32(0);
    out.raw(bytes.subarray(item.compressionAt + 4, lengthAt)).counted(payload);
    copied = lengthAt + 4 + item.payload.length;
  }
  return out.raw(bytes.subarray(copied)).done();
}
