// A small msgpack writer for the corpus: shortest encodings; a Map has integer keys, a plain object string keys,
// a bigint is an unsigned integer, a number with a fraction a float64.

export class MsgpackWriter {
  #bytes = new Uint8Array(1 << 20);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;
  #utf8 = new TextEncoder();

  /** The msgpack encoding of one value, in bytes of its own. */
  encode(value) {
    this.#length = 0;
    this.#value(value);
    return this.#bytes.slice(0, this.#length);
  }

  #value(value) {
    if (value === null) this.#byte(0xc0);
    else if (typeof value === "boolean") this.#byte(value ? 0xc3 : 0xc2);
    else if (typeof value === "string") this.#string(value);
    else if (typeof value === "bigint") this.#unsigned(value);
    else if (typeof value === "number") this.#number(value);
    else if (value instanceof Uint8Array) this.#binary(value);
    else if (Array.isArray(value)) {
      this.#header(0x90, 0xdc, value.length);
      for (const item of value) this.#value(item);
    } else {
      const entries = value instanceof Map ? [...value] : Object.entries(value);
      this.#header(0x80, 0xde, entries.length);
      for (const [key, item] of entries) {
        this.#value(key);
        this.#value(item);
      }
    }
  }

  #number(value) {
    if (!Number.isInteger(value)) this.#view.setFloat64(this.#marker(0xcb, 8), value);
    else if (value >= 0) this.#unsigned(BigInt(value));
    else if (value >= -32) this.#byte(value & 0xff);
    else if (value >= -0x80) this.#view.setInt8(this.#marker(0xd0, 1), value);
    else if (value >= -0x8000) this.#view.setInt16(this.#marker(0xd1, 2), value);
    else this.#view.setInt32(this.#marker(0xd2, 4), value);
  }

  #unsigned(value) {
    if (value < 0x80n) this.#byte(Number(value));
    else if (value < 0x100n) this.#view.setUint8(this.#marker(0xcc, 1), Number(value));
    else if (value < 0x10000n) this.#view.setUint16(this.#marker(0xcd, 2), Number(value));
    else if (value < 0x100000000n) this.#view.setUint32(this.#marker(0xce, 4), Number(value));
    else this.#view.setBigUint64(this.#marker(0xcf, 8), value);
  }

  #string(text) {
    const bytes = this.#utf8.encode(text);
    if (bytes.length < 32) this.#byte(0xa0 | bytes.length);
    else this.#sized(0xd9, 0xda, bytes.length);
    this.#raw(bytes);
  }

  #binary(bytes) {
    this.#sized(0xc4, 0xc5, bytes.length);
    this.#raw(bytes);
  }

  #sized(marker8, marker16, length) {
    if (length < 0x100) this.#view.setUint8(this.#marker(marker8, 1), length);
    else if (length < 0x10000) this.#view.setUint16(this.#marker(marker16, 2), length);
    else throw new RangeError(`the corpus has no value of ${length} bytes`);
  }

  #header(fix, marker16, count) {
    if (count < 16) this.#byte(fix | count);
    else this.#view.setUint16(this.#marker(marker16, 2), count);
  }

  /** Writes a marker and makes room for `size` bytes after it; returns where they are. */
  #marker(marker, size) {
    this.#byte(marker);
    const at = this.#length;
    this.#length += size;
    return at;
  }

  #byte(value) {
    this.#bytes[this.#length] = value;
    this.#length += 1;
  }

  #raw(bytes) {
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }
}
