// What the package needs of its surroundings: Node.

import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { readWasm } from "./node/wasm-file.js";
import type * as web from "./web.js";

/** The wasm file of a module, in the installed package. */
export const wasmSource: typeof web.wasmSource = (name) => readWasm(name) as Uint8Array<ArrayBuffer>;

/** Reads a file, by path or file: URL, or fetches it. */
export const open: typeof web.open = async (source) => {
  // One letter and a colon is a drive, not a scheme.
  const isUrl = source instanceof URL || /^[a-z][a-z0-9+.-]+:/i.test(source);
  const url = isUrl ? new URL(source) : pathToFileURL(source);
  return url.protocol === "file:" ? readFile(url) : fetch(url);
};

/**
 * Answers as they are: Node's fetch takes time that grows with the square of what it unpacks. A host's page of 16 MiB that
 * does not compress took it 3.1 s in gzip, 2.1 s in br and 0.2 s as it was; of 64 MiB, more than a minute.
 */
export const requestHeaders: typeof web.requestHeaders = { "Accept-Encoding": "identity" };

/** Making a Buffer costs more than reading or writing a short text in it, so the last one is kept. */
function keeper(): (buffer: ArrayBufferLike) => Buffer {
  let view = Buffer.alloc(0);
  return (buffer) => {
    if (view.buffer !== buffer) view = Buffer.from(buffer as ArrayBuffer);
    return view;
  };
}

const over = keeper();
const into = keeper();

/** Writes the UTF-8 of `text` from `at`; how many bytes it took. */
export const textInto: typeof web.textInto = (bytes, at, text) => into(bytes.buffer).write(text, bytes.byteOffset + at);

/** Writes the UTF-16 units of `text` at byte `at`, which is even. */
export const unitsInto: typeof web.unitsInto = (buffer, at, text) => {
  into(buffer).write(text, at, "utf16le");
};

/** How many bytes the UTF-8 of `text` takes. */
export const utf8Length: typeof web.utf8Length = (text) => Buffer.byteLength(text);

// Node gives long strings memory of their own, which collections leave where it is; short ones lie in the young heap. Those
// between, which the engine gives a page each, take half as long again as either (decision 0005).

/** From here on a string has memory of its own (`EXTERN_APEX` in Node's sources). */
const OWN_MEMORY = 0xfbee9;
/** A little less than what the engine gives a page of its own. */
const YOUNG_BYTES = 120 << 10;
/** A little less than the largest block that glibc learns from, 32 MiB. */
const LARGEST_BLOCK = 31 << 20;

let kept = false;

/**
 * Has the C library keep the memory of long texts when they are collected, for the next page's. It gives memory back where
 * more lies free than twice the largest block that it had of the system and was returned to it, at first of 128 KB; one
 * that nobody writes costs nothing. Taken and given back for each page, the faults are a third of the page's time.
 */
function keepMemory(): void {
  if (kept) return;
  kept = true;
  new ArrayBuffer(LARGEST_BLOCK);
}

/**
 * How many bytes a tape's fullest buffer is to hold, where `left` bytes of turns are still to be read. Small ones stay in
 * the processor's cache and their texts in the young heap; where much comes, its collections would copy it again and again.
 */
export const chunkBytes: typeof web.chunkBytes = (left) => {
  if (left < OWN_MEMORY) return 96 << 10;
  keepMemory();
  return 4 << 20;
};

/** How many of `left` characters, of one byte or two each, to make a string of at once. */
export const atOnce: typeof web.atOnce = (left, bytes) =>
  left < OWN_MEMORY ? Math.min(left, YOUNG_BYTES / bytes) : left;

/** The text of `length` bytes from `at`, which are ASCII all. */
export const asciiText: typeof web.asciiText = (buffer, at, length) => over(buffer).toString("latin1", at, at + length);

/** The text of `units` little-endian UTF-16 units from byte `at`. */
export const utf16Text: typeof web.utf16Text = (buffer, at, units) =>
  over(buffer).toString("utf16le", at, at + 2 * units);
