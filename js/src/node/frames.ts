// Frames of the binary protocol: a header of 16 bytes, then a payload of the length that it announces.

import { fromJson, isErrorJson, VitrineError } from "../core/errors.js";
import { ByteReader } from "../turns/wire/bytes.js";

/** `len u32, msg_type u16, flags u16, req_id u64`. */
const HEADER = 16;

/** Longest payload of a frame. */
export const FRAME_BYTES = 64 << 20;

/** The type of a reply that refuses. */
const ERROR = 255;

/** A frame as it came. */
export interface Frame {
  type: number;
  flags: number;
  request: bigint;
  payload: Uint8Array;
}

/** A frame as one piece of bytes, so that it goes out in one write. @throws VitrineError `BadRequest` past the limit */
export function encodeFrame(type: number, flags: number, request: bigint, payload: Uint8Array): Uint8Array {
  if (payload.length > FRAME_BYTES) {
    throw new VitrineError(
      "BadRequest",
      `frame: expected a payload of at most ${FRAME_BYTES} bytes, found ${payload.length}. Send less at a time.`,
    );
  }
  const frame = new Uint8Array(HEADER + payload.length);
  const view = new DataView(frame.buffer);
  view.setUint32(0, payload.length, true);
  view.setUint16(4, type, true);
  view.setUint16(6, flags, true);
  view.setBigUint64(8, request, true);
  frame.set(payload, HEADER);
  return frame;
}

/** Cuts what a socket gives into frames. What is kept is what came: a length that lies takes no memory. */
export class FrameReader {
  #chunks: Uint8Array[] = [];
  #size = 0;
  #header: DataView | undefined;

  /** Takes a chunk; gives the frames that are whole now. @throws VitrineError `DecodeError` past the limit */
  *take(chunk: Uint8Array): Generator<Frame> {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    for (let frame = this.#next(); frame; frame = this.#next()) yield frame;
  }

  #next(): Frame | undefined {
    if (!this.#header) {
      if (this.#size < HEADER) return undefined;
      const { buffer, byteOffset } = this.#cut(HEADER);
      this.#header = new DataView(buffer, byteOffset, HEADER);
    }
    const header = this.#header;
    const length = header.getUint32(0, true);
    if (length > FRAME_BYTES) {
      throw new VitrineError(
        "DecodeError",
        `frame: expected a payload of at most ${FRAME_BYTES} bytes, found ${length} announced. Check that a Vitrine host's binary protocol listens there.`,
      );
    }
    if (this.#size < length) return undefined;
    this.#header = undefined;
    return {
      type: header.getUint16(4, true),
      flags: header.getUint16(6, true),
      request: header.getBigUint64(8, true),
      payload: this.#cut(length),
    };
  }

  /** The next `size` bytes, which are there. Joins chunks only where a piece lies over several. */
  #cut(size: number): Uint8Array {
    this.#size -= size;
    const [first] = this.#chunks;
    if (first && first.length > size) {
      this.#chunks[0] = first.subarray(size);
      return first.subarray(0, size);
    }
    const piece = new Uint8Array(size);
    let at = 0;
    let used = 0;
    for (const chunk of this.#chunks) {
      if (at === size) break;
      const part = chunk.subarray(0, size - at);
      piece.set(part, at);
      at += part.length;
      if (part.length < chunk.length) this.#chunks[used] = chunk.subarray(part.length);
      else used += 1;
    }
    this.#chunks.splice(0, used);
    return piece;
  }
}

/** The payload of a reply to a request of that type. @throws VitrineError what the host refused, with its code */
export function granted(type: number, frame: Frame): Uint8Array {
  if (frame.type === type) return frame.payload;
  if (frame.type === ERROR) throw refusal(frame.payload);
  throw new VitrineError(
    "DecodeError",
    `reply: expected one of type ${type} or ${ERROR}, found ${frame.type}. Check that a Vitrine host's binary protocol listens there.`,
  );
}

/** The names of codes (section 8), for hosts whose detail is plain text. */
const NAMES: Record<number, string> = {
  400: "BadRequest",
  401: "Unauthorized",
  404: "NotFound",
  409: "Conflict",
  412: "PreconditionFailed",
  422: "Unprocessable",
  424: "FailedDependency",
};

/** An ERROR payload: `code u32, len u32`, then UTF-8: JSON or plain text. */
export function refusal(payload: Uint8Array): VitrineError {
  const reader = new ByteReader(payload, "ERROR frame");
  const number = reader.u32();
  const detail = reader.text();
  try {
    const json: unknown = JSON.parse(detail);
    if (isErrorJson(json)) return fromJson(json);
  } catch {
    // Plain text, which the specification allows.
  }
  return new VitrineError(NAMES[number] ?? "Storage", detail, { details: { status: number } });
}
