// The crossing: text into the module's memory, and what the core made of it out again.

import { asciiText, utf16Text } from "#env";
import { mismatch } from "../core/errors.js";
import type { OpBuffer, Texts } from "./builder.js";
import { engine } from "./engine.js";
import type { Choice } from "./options.js";
import type { Removed } from "./types.js";

const encoder = /* @__PURE__ */ new TextEncoder();
// A byte order mark is a character of the text like any other.
const utf8 = /* @__PURE__ */ new TextDecoder("utf-8", { ignoreBOM: true });

/** Sanitises to markup. */
export function toMarkup(text: string, { context, flags, origins }: Choice): { html: string; removed: Removed[] } {
  const bytes = write(text);
  const at = engine().call((glue) => glue.html_sanitize(bytes, context, flags, origins));
  const { buffer } = memory();
  const layout = new Uint32Array(buffer, at, 4);
  const start = numberAt(layout, 0);
  const length = numberAt(layout, 1);
  const isAscii = numberAt(layout, 2) !== 0;
  const markup = isAscii ? asciiText(buffer, start, length) : utf8.decode(new Uint8Array(buffer, start, length));
  return { html: markup, removed: removed(numberAt(layout, 3)) };
}

/** Sanitises to ops that put what passes at `place` of the node of handle 0, and says what was removed. They hold until the next call. */
export function toOps(
  text: string,
  { context, flags, origins }: Choice,
  place: number,
): { ops: OpBuffer; removed: Removed[] } {
  const bytes = write(text);
  const at = engine().call((glue) => glue.html_render(bytes, context, flags, origins, place));
  const { buffer } = memory();
  const layout = new Uint32Array(buffer, at, 7);
  const texts = textsAt(buffer, layout);
  const [words, removed] = withRemoved(wordsAt(buffer, layout), numberAt(layout, 6));
  return { ops: { words, texts, ascii: 0, wide: 0 }, removed };
}

/**
 * The words of ops, and the `count` things that were removed. Asked for before the ops are carried out: meanwhile code of the
 * page may run, and call the module again.
 */
export function withRemoved<T extends Uint32Array>(words: T, count: number): [words: T, Removed[]] {
  // Asking may move the memory that the words are in.
  return count === 0 ? [words, []] : [words.slice() as T, removed(count)];
}

/** The words of an op buffer that a module has laid out in its memory: `html_render` says how. They hold until its next call. */
export function wordsAt(buffer: ArrayBuffer, layout: Uint32Array): Uint32Array<ArrayBuffer> {
  return new Uint32Array(buffer, layout[0], layout[1]);
}

/** The texts of an op buffer that a module has laid out. */
export function textsAt(buffer: ArrayBuffer, layout: Uint32Array): Texts {
  const asciiLength = numberAt(layout, 3);
  const wideLength = numberAt(layout, 5);
  return {
    ascii: asciiLength === 0 ? "" : asciiText(buffer, numberAt(layout, 2), asciiLength),
    wide: wideLength === 0 ? "" : utf16Text(buffer, numberAt(layout, 4), wideLength),
  };
}

/** By its index, because taking a list of numbers apart by a pattern asks for an iterator, which takes a tenth of a small call. */
function numberAt(layout: Uint32Array, index: number): number {
  return layout[index] as number;
}

/** What the last call removed, of which there are `count`. */
function removed(count: number): Removed[] {
  return count === 0 ? [] : JSON.parse(engine().call((glue) => glue.html_removed()));
}

/** The number of bytes that `text` takes in the module's input. Lone surrogates become U+FFFD. */
function write(text: unknown): number {
  if (typeof text !== "string") {
    throw mismatch("BadRequest", "markup", "a string", text === null ? "null" : typeof text);
  }
  const at = engine().call((glue) => glue.html_input(text.length));
  return encoder.encodeInto(text, new Uint8Array(memory().buffer, at, text.length * 3)).written;
}

function memory(): WebAssembly.Memory {
  return engine().call((glue) => glue.shared_memory());
}
