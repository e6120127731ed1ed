// What the contestants need of their surroundings, in Node: `#platform`. The names are those of web.mjs.
import { isAscii as isAsciiBytes, transcode } from "node:buffer";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

const require = createRequire(import.meta.url);

/** The fastest view of bytes that there is here. */
export const viewOf = (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** A string with one unit for each byte, in which the ASCII bytes are themselves. */
export const asciiArena = (buffer, from, to) => buffer.latin1Slice(from, to);

export const isAscii = (buffer, from, to) => isAsciiBytes(buffer.subarray(from, to));

/** Bytes up to which a text with other characters than ASCII is fastest decoded by a loop. */
export const LOOP_BYTES = 400;

/** Room for UTF-16 units, and the text of the first so many. */
export function createUnits(size) {
  const units = new Uint16Array(size);
  const bytes = viewOf(units);
  return { units, textOf: (length) => bytes.ucs2Slice(0, length * 2) };
}

export const shortText = (buffer, from, to) => buffer.utf8Slice(from, to);

/** Twice to eight times as fast as utf8Slice; it refuses what is not UTF-8. */
export const longText = (buffer, from, to) => transcode(buffer.subarray(from, to), "utf8", "utf16le").ucs2Slice();

export const hex = (bytes) => viewOf(bytes).hexSlice(0, bytes.length);

export const base64 = (bytes, from, to) =>
  (typeof bytes.base64Slice === "function" ? bytes : viewOf(bytes)).base64Slice(from, to);

export const fromBase64 = (text) => Buffer.from(text, "base64");

/** Ways to decode a whole text of UTF-8, by name. */
export const DECODERS = {
  TextDecoder: () => {
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    return (bytes) => decoder.decode(bytes);
  },
  utf8Slice: () => (bytes) => viewOf(bytes).utf8Slice(0, bytes.length),
};

/** Where msgpackr's reader can be imported from, once for each query. */
export const unpackSource = pathToFileURL(join(dirname(require.resolve("msgpackr")), "../unpack.js")).href;

/** msgpackr's native add-on, which reads strings. */
export const extractStrings = () => require("msgpackr-extract").extractStrings;

export const blake3Wasm = async () => require("blake3-wasm");
