// APPEND_TURN (client specification, section 5.1.2), as the binary protocol and the HTTP route take it.

import { requireText } from "../../core/text.js";
import { typeRef } from "../type-ref.js";
import { ByteWriter, idBits, toHex } from "./bytes.js";

/** A turn on its way to a host, packed and hashed. */
export interface AppendFields {
  contextId: string;
  /** "0": at the head. */
  parentTurnId: string;
  typeId: string;
  typeVersion: number;
  /** As it is sent. */
  payload: Uint8Array;
  /** 0: as it is; 1: zstd. */
  compression: number;
  /** Of the payload before it was compressed. */
  uncompressedLength: number;
  /** BLAKE3 of the payload before it was compressed. */
  hash: Uint8Array;
  idempotencyKey: string;
  /** Root of a file system snapshot, 32 bytes; only the binary protocol takes one. */
  fsRoot?: Uint8Array;
}

/** 1: msgpack, the only encoding there is. */
const MSGPACK = 1;

/** Set in a frame's flags when a file system root follows. */
export const HAS_FS_ROOT = 1;

/** The flags of a frame that carries this turn. */
export function appendFlags({ fsRoot }: AppendFields): number {
  return fsRoot ? HAS_FS_ROOT : 0;
}

/** @throws VitrineError `BadRequest` for what is no id, no type, or no text for a key */
export function appendTurn(turn: AppendFields, out = new ByteWriter()): ByteWriter {
  out.u64(idBits("context id", turn.contextId)).u64(idBits("parent turn id", turn.parentTurnId));
  const { typeId, typeVersion } = typeRef(turn);
  requireText(turn.idempotencyKey, "idempotencyKey");
  out.text(typeId).u32(typeVersion);
  out.u32(MSGPACK).u32(turn.compression).u32(turn.uncompressedLength).raw(turn.hash);
  out.counted(turn.payload).text(turn.idempotencyKey);
  return turn.fsRoot ? out.raw(turn.fsRoot) : out;
}

/** What an append without a key of its own gets, so that it may be sent again without being done twice. */
export function freshKey(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(16)));
}
