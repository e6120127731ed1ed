// Little-endian fields, written one after the other and read back with every length checked.

import { found } from "../../core/arguments.js";
import { mismatch, VitrineError } from "../../core/errors.js";

const utf8 = /* @__PURE__ */ new TextEncoder();
const text = /* @__PURE__ */ new TextDecoder("utf-8", { ignoreBOM: true });

/** Fields on their way to the wire. The room grows by doubling. */
export class ByteWriter {
  #bytes = new Uint8Array(256);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  u16(value: number): this {
    const at = this.#room(2);
    this.#view.setUint16(at, value, true);
    return this;
  }

  u32(value: number): this {
    const at = this.#room(4);
    this.#view.setUint32(at, value, true);
    return this;
  }

  u64(value: bigint): this {
    const at = this.#room(8);
    this.#view.setBigUint64(at, value, true);
    return this;
  }

  raw(bytes: Uint8Array): this {
    const at = this.#room(bytes.length);
    this.#bytes.set(bytes, at);
    return this;
  }

  /** `len u32`, then the bytes. */
  counted(bytes: Uint8Array): this {
    return this.u32(bytes.length).raw(bytes);
  }

  /** `len u32`, then UTF-8. */
  text(value: string): this {
    return this.counted(utf8.encode(value));
  }

  /** What was written, and nothing behind it. */
  done(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Where the next `size` bytes go. To be asked before the fields are touched: it may replace them. */
  #room(size: number): number {
    const at = this.#length;
    this.#length += size;
    if (this.#length > this.#bytes.length) {
      const bytes = new Uint8Array(Math.max(this.#length, 2 * this.#bytes.length));
      bytes.set(this.#bytes);
      this.#bytes = bytes;
      this.#view = new DataView(bytes.buffer);
    }
    return at;
  }
}

/** Reads fields in their order. Every read that goes past the end is a `DecodeError` that says where. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #what: string;
  #at = 0;

  /** @param what is read, for the message of an error */
  constructor(bytes: Uint8Array, what: string) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#what = what;
  }

  /** The offset of the next field. */
  get at(): number {
    return this.#at;
  }

  u8(): number {
    return this.#view.getUint8(this.#take(1));
  }

  u16(): number {
    return this.#view.getUint16(this.#take(2), true);
  }

  u32(): number {
    return this.#view.getUint32(this.#take(4), true);
  }

  /** A u64 in decimal, as ids are written everywhere. */
  id(): string {
    return this.#view.getBigUint64(this.#take(8), true).toString();
  }

  /** A view of the next `size` bytes. */
  raw(size: number): Uint8Array {
    const at = this.#take(size);
    return this.#bytes.subarray(at, at + size);
  }

  /** `len u32`, then that many bytes. */
  counted(): Uint8Array {
    return this.raw(this.u32());
  }

  /** `len u32`, then UTF-8. */
  text(): string {
    return text.decode(this.counted());
  }

  /** All that is left. */
  rest(): Uint8Array {
    return this.raw(this.#bytes.length - this.#at);
  }

  /** @throws VitrineError `DecodeError` when something follows */
  end(): void {
    const left = this.#bytes.length - this.#at;
    if (left > 0) throw this.#broken("its end", `${left} more bytes`);
  }

  #take(size: number): number {
    const at = this.#at;
    const left = this.#bytes.length - at;
    if (size > left) throw this.#broken(`${size} more bytes`, `${left}`);
    this.#at = at + size;
    return at;
  }

  #broken(expected: string, found: string): VitrineError {
    return new VitrineError("DecodeError", `${this.#what}: expected ${expected} at byte ${this.#at}, found ${found}`, {
      details: { expected, found, offset: this.#at },
    });
  }
}

/** Lower-case hex. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The bytes of `size` that `hex` spells. @throws VitrineError `BadRequest` */
export function fromHex(what: string, hex: string, size: number): Uint8Array {
  if (typeof hex === "string" && hex.length === 2 * size && /^[0-9a-f]*$/i.test(hex))
    return Uint8Array.from({ length: size }, (_, at) => Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16));
  throw mismatch("BadRequest", what, `${2 * size} hex digits`, found(hex));
}

/** The number that an id is; undefined for what is no decimal u64. */
export function bitsOf(id: unknown): bigint | undefined {
  if (typeof id !== "bigint" && !(typeof id === "string" && /^(0|[1-9]\d{0,19})$/.test(id))) return undefined;
  const bits = BigInt(id);
  return bits >= 0n && bits < 1n << 64n ? bits : undefined;
}

/** An id as the wire has it. @throws VitrineError `BadRequest` for what is no decimal u64 */
export function idBits(what: string, id: string | bigint): bigint {
  const bits = bitsOf(id);
  if (bits !== undefined) return bits;
  throw mismatch("BadRequest", what, "an id, a decimal number of 64 bits", found(id));
}

/** An id as HTTP has it. @throws VitrineError `BadRequest` for what is no decimal u64 */
export function idText(what: string, id: string | bigint): string {
  return idBits(what, id).toString();
}
