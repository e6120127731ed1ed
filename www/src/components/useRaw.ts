import { blake3, type TypedTurn } from "vitrine";
import { hexText } from "../data/bytes";
import { library } from "../state/studio";
import { type Read, useRead } from "./useRead";

export type Raw = Read<{ bytes: Uint8Array; hash: string }>;

/** A turn's stored bytes and the hash that they have now, read from the host while `wanted`. */
export function useRaw(turn: TypedTurn, wanted: boolean): Raw {
  return useRead(turn.content_hash_b3, wanted, "read the stored bytes", stored);
}

async function stored(hash: string, signal: AbortSignal) {
  const bytes = await library.host.blob(hash, signal);
  return { bytes, hash: hexText(blake3(bytes)) };
}
