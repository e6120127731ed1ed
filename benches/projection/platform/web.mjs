// What the contestants need of their surroundings, in a page: `#platform`. The names are those of node.mjs.
import loadBlake3 from "blake3-wasm";

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });
const { fromCharCode } = String;

export const viewOf = (bytes) => bytes;

let scratch = new Uint32Array(1 << 14);

/**
 * No decoder here gives a unit for each byte in a string of one-byte units, but for ASCII; so the high bits go first, four
 * bytes at a time.
 */
export function asciiArena(bytes, from, to) {
  const length = to - from;
  const count = (length + 3) >> 2;
  if (count > scratch.length) scratch = new Uint32Array(count * 2);
  const copy = new Uint8Array(scratch.buffer, 0, length);
  copy.set(bytes.subarray(from, to));
  for (let i = 0; i < count; i += 1) scratch[i] &= 0x7f7f7f7f;
  return utf8.decode(copy);
}

let words = new Int32Array(0);

export function isAscii(bytes, from, to) {
  if (words.buffer !== bytes.buffer) words = new Int32Array(bytes.buffer, 0, bytes.buffer.byteLength >> 2);
  const offset = bytes.byteOffset;
  const first = (offset + from + 3) >> 2;
  const last = (offset + to) >> 2;
  let bits = 0;
  for (let i = first; i < last; i += 1) bits |= words[i];
  if ((bits & 0x80808080) !== 0) return false;
  for (let i = from; i < first * 4 - offset; i += 1) bits |= bytes[i];
  for (let i = last * 4 - offset; i < to; i += 1) bits |= bytes[i];
  return (bits & 0x80) === 0;
}

export const LOOP_BYTES = 400;

export function createUnits(size) {
  const units = new Uint16Array(size);
  return { units, textOf: (length) => fromCharCode.apply(null, units.subarray(0, length)) };
}

export const shortText = (bytes, from, to) => utf8.decode(bytes.subarray(from, to));

export const longText = shortText;

export const hex = "toHex" in Uint8Array.prototype ? (bytes) => bytes.toHex() : hexByTable;

export const base64 =
  "toBase64" in Uint8Array.prototype ? (bytes, from, to) => bytes.subarray(from, to).toBase64() : base64ByString;

export const fromBase64 =
  "fromBase64" in Uint8Array
    ? (text) => Uint8Array.fromBase64(text)
    : (text) => Uint8Array.from(atob(text), (unit) => unit.charCodeAt(0));

function hexByTable(bytes) {
  let text = "";
  for (let i = 0; i < bytes.length; i += 1) text += HEX[bytes[i]];
  return text;
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** In pieces that an engine takes as arguments. */
function base64ByString(bytes, from, to) {
  let text = "";
  for (let at = from; at < to; at += 8192)
    text += fromCharCode.apply(null, bytes.subarray(at, Math.min(at + 8192, to)));
  return btoa(text);
}

export const DECODERS = { TextDecoder: () => (bytes) => utf8.decode(bytes) };

export const unpackSource = "/peers/msgpackr-unpack.js";

export const extractStrings = null;

/** Its build for browsers, which finds its wasm file by an address. */
export const blake3Wasm = () => loadBlake3("/blake3-wasm/blake3_js_bg.wasm");
