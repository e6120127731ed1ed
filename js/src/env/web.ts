// What the package needs of its surroundings: browsers, workers and bundlers for them.

import type { Source } from "../core/source.js";

/** The wasm file of a module: at the address that the module itself names, so that an entry names only its own. */
export const wasmSource = (_name: string, address: () => URL): Source => address();

/** Asks for a file. */
export function open(source: URL | string): Promise<Response | Uint8Array<ArrayBuffer>> {
  return fetch(source);
}

/** Headers of every request to a host. Browsers unpack well, and set Accept-Encoding themselves. */
export const requestHeaders: Record<string, string> = {};

const utf8 = /* @__PURE__ */ new TextDecoder();
// A byte order mark is a character of the text like any other.
const utf16 = /* @__PURE__ */ new TextDecoder("utf-16le", { ignoreBOM: true });

const encoder = /* @__PURE__ */ new TextEncoder();

/** Writes the UTF-8 of `text` from `at`; how many bytes it took. */
export function textInto(bytes: Uint8Array<ArrayBuffer>, at: number, text: string): number {
  return encoder.encodeInto(text, bytes.subarray(at)).written;
}

/** Writes the UTF-16 units of `text` at byte `at`, which is even. Not in browsers, which have no way to. */
export const unitsInto: ((buffer: ArrayBufferLike, at: number, text: string) => void) | undefined = undefined;

let scratch = /* @__PURE__ */ new Uint8Array(1 << 12);

/** How many bytes the UTF-8 of `text` takes. */
export function utf8Length(text: string): number {
  const room = 3 * text.length;
  if (room > 1 << 20) return encoder.encode(text).length;
  if (room > scratch.length) scratch = new Uint8Array(room);
  return encoder.encodeInto(text, scratch).written;
}

/**
 * How many bytes a tape's fullest buffer is to hold, whatever is still to be read: it stays in the processor's cache, and
 * longer texts, which browsers give fresh memory, take four times as long for each character (decision 0005).
 */
export const chunkBytes = (_left: number): number => 96 << 10;

/** How many of `left` characters, of one byte or two each, to make a string of at once. */
export const atOnce = (left: number, _bytes: 1 | 2): number => left;

/** The text of `length` bytes from `at`, which are ASCII all. */
export function asciiText(buffer: ArrayBufferLike, at: number, length: number): string {
  return utf8.decode(new Uint8Array(buffer as ArrayBuffer, at, length));
}

/** The text of `units` little-endian UTF-16 units from byte `at`. */
export function utf16Text(buffer: ArrayBufferLike, at: number, units: number): string {
  return utf16.decode(new Uint8Array(buffer as ArrayBuffer, at, 2 * units));
}
