// A JavaScript value as msgpack with names for keys, in whatever form is quickest to write: the core gives it its final one.
//
// One pass over the value into one buffer, since a call into the core for each value costs more than all else: it took
// eight times as long.

import { textInto } from "#env";
import { isBytes } from "../core/arguments.js";
import { mismatch, type VitrineError } from "../core/errors.js";

/** Nesting beyond this is refused by the core too; here it also stops cycles. */
const MOST_DEPTH = 64;
/** More than any payload may hold, base64 included. */
const MOST_BYTES = 128 << 20;
/** A buffer that one large value made this large is not kept. */
const KEPT_BYTES = 1 << 20;
/** Up to this length a loop over characters is faster than a call to the encoder. */
const SHORT_TEXT = 40;

const hasOwn = Object.prototype.hasOwnProperty;

/** A value that has no msgpack, on its way out: each container adds its step to the path. */
class Misfit {
  readonly expected: string;
  readonly found: string;
  readonly path: string[] = [];

  constructor(expected: string, found: string) {
    this.expected = expected;
    this.found = found;
  }
}

let bytes = new Uint8Array(0);
let view = new DataView(bytes.buffer);
let at = 0;

/**
 * `value` as msgpack: null, booleans, numbers, bigints of 64 bits, strings, bytes, arrays, `Map`s, objects, but none of the
 * engine's own classes; `undefined` in an object is a key that is not there.
 *
 * @returns a view that holds until the next call
 * @throws VitrineError `Unprocessable` with the pointer of what is none of these
 */
export function writeValue(value: unknown): Uint8Array {
  const start = at;
  try {
    write(value, 0);
    return bytes.subarray(start, at);
  } catch (thrown) {
    throw asError(misfit(thrown));
  } finally {
    // A getter in the value may have come back here: what it wrote lies behind what was written before it.
    at = start;
    if (start === 0 && bytes.length > KEPT_BYTES) reserve(new Uint8Array(0));
  }
}

function reserve(buffer: Uint8Array<ArrayBuffer>): void {
  bytes = buffer;
  view = new DataView(buffer.buffer);
}

/** Makes room for `more` bytes. */
function room(more: number): void {
  const needed = at + more;
  if (needed <= bytes.length) return;
  if (needed > MOST_BYTES) throw new Misfit(`at most ${MOST_BYTES} bytes as msgpack`, "more");
  const larger = new Uint8Array(Math.min(Math.max(needed, bytes.length * 2, 1 << 14), MOST_BYTES));
  larger.set(bytes.subarray(0, at));
  reserve(larger);
}

function write(value: unknown, depth: number): void {
  room(16);
  if (typeof value === "string") {
    text(value);
  } else if (typeof value === "number") {
    number(value);
  } else if (value === null) {
    bytes[at++] = 0xc0;
  } else if (typeof value === "object") {
    container(value, depth);
  } else if (typeof value === "boolean") {
    bytes[at++] = value ? 0xc3 : 0xc2;
  } else if (typeof value === "bigint") {
    big(value);
  } else {
    throw new Misfit("a plain value", typeof value);
  }
}

function container(value: object, depth: number): void {
  if (Array.isArray(value)) list(value, deeper(depth));
  // Asked first, because most are such, and engines find it sooner than a prototype.
  else if (value.constructor === Object) object(value as Record<string, unknown>, deeper(depth));
  else other(value, depth);
}

function other(value: object, depth: number): void {
  if (isBytes(value)) binary(value);
  else if (value instanceof ArrayBuffer) binary(new Uint8Array(value));
  else if (value instanceof Map) map(value, deeper(depth));
  else {
    // What has a class of the program's own is its fields. One of the engine's (a Date, a Set) keeps what it is elsewhere.
    const tag = Object.prototype.toString.call(value).slice(8, -1);
    if (tag !== "Object") throw new Misfit("a plain value", tag);
    object(value as Record<string, unknown>, deeper(depth));
  }
}

function deeper(depth: number): number {
  if (depth < MOST_DEPTH) return depth + 1;
  throw new Misfit(`at most ${MOST_DEPTH} nested objects and arrays`, "one more; is there a cycle?");
}

function text(value: string): void {
  const length = value.length;
  room(3 * length + 5);
  if (length < SHORT_TEXT) {
    const start = at;
    // Of either header, only the longer one holds all lengths here.
    bytes[at++] = 0xd9;
    bytes[at++] = length;
    let i = 0;
    for (; i < length; i++) {
      const unit = value.charCodeAt(i);
      if (unit > 0x7f) break;
      bytes[at++] = unit;
    }
    if (i === length) return;
    at = start;
  }
  const written = textInto(bytes, at + 5, value);
  header32(0xdb, written);
  at += written;
}

function number(value: number): void {
  if ((value | 0) === value && (value !== 0 || 1 / value > 0)) {
    if (value >= 0 && value < 0x80) {
      bytes[at++] = value;
      return;
    }
    bytes[at] = 0xd2;
    view.setInt32(at + 1, value);
    at += 5;
    return;
  }
  // -0 stays a float, which keeps its sign.
  if (Number.isSafeInteger(value) && value !== 0) {
    bytes[at] = 0xd3;
    view.setInt32(at + 1, Math.floor(value / 0x1_0000_0000));
    view.setUint32(at + 5, value >>> 0);
  } else {
    bytes[at] = 0xcb;
    view.setFloat64(at + 1, value);
  }
  at += 9;
}

function big(value: bigint): void {
  if (BigInt.asIntN(64, value) === value) {
    bytes[at] = 0xd3;
    view.setBigInt64(at + 1, value);
  } else if (BigInt.asUintN(64, value) === value) {
    bytes[at] = 0xcf;
    view.setBigUint64(at + 1, value);
  } else {
    throw new Misfit("an integer of 64 bits", "a larger bigint");
  }
  at += 9;
}

function binary(value: Uint8Array): void {
  room(5 + value.length);
  header32(0xc6, value.length);
  bytes.set(value, at);
  at += value.length;
}

function list(values: unknown[], depth: number): void {
  const count = values.length;
  header32(0xdd, count);
  let index = 0;
  try {
    for (; index < count; index++) write(values[index], depth);
  } catch (thrown) {
    throw within(thrown, String(index));
  }
}

function map(values: Map<unknown, unknown>, depth: number): void {
  header32(0xdf, values.size);
  let here: unknown;
  try {
    for (const [key, value] of values) {
      here = key;
      write(key, depth);
      write(value, depth);
    }
  } catch (thrown) {
    throw within(thrown, String(here));
  }
}

function object(value: Record<string, unknown>, depth: number): void {
  const head = at;
  at += 5;
  let count = 0;
  let here = "";
  try {
    // `in`, because engines read the properties of such a loop without looking their names up.
    for (const key in value) {
      here = key;
      if (!hasOwn.call(value, key)) continue;
      const inside = value[key];
      if (inside === undefined) continue;
      count++;
      text(key);
      write(inside, depth);
    }
  } catch (thrown) {
    throw within(thrown, here);
  }
  const end = at;
  at = head;
  header32(0xdf, count);
  at = end;
}

/** A format and a length of 32 bits. */
function header32(format: number, length: number): void {
  bytes[at] = format;
  view.setUint32(at + 1, length);
  at += 5;
}

function within(thrown: unknown, key: string): Misfit {
  const found = misfit(thrown);
  found.path.push(key.replace(/~/g, "~0").replace(/\//g, "~1"));
  return found;
}

function misfit(thrown: unknown): Misfit {
  return thrown instanceof Misfit ? thrown : new Misfit("a readable value", `one that throws (${String(thrown)})`);
}

function asError({ expected, found, path }: Misfit): VitrineError {
  const pointer = path
    .reverse()
    .map((key) => `/${key}`)
    .join("");
  return mismatch("Unprocessable", "value to encode", expected, found, pointer);
}
