// Arguments that are not what they should be, found before they reach a module: the generated glue takes what it is given.

import { mismatch } from "./errors.js";
import { found, kindOf } from "./options.js";

export { found, kindOf, requireObject } from "./options.js";

/** What was thrown, in words: it may be anything, also what has no text. */
export function thrownText(thrown: unknown): string {
  try {
    return String(thrown);
  } catch {
    return kindOf(thrown);
  }
}

/** @throws VitrineError `BadRequest` unless `value` is a Uint8Array whose buffer is still its own */
export function requireBytes(value: unknown, what: string): asserts value is Uint8Array {
  if (!(value instanceof Uint8Array) || !ArrayBuffer.isView(value))
    throw mismatch("BadRequest", what, "a Uint8Array", kindOf(value));
  if (value.length === 0 && isDetached(value.buffer))
    throw mismatch("BadRequest", what, "bytes", "a Uint8Array whose buffer was transferred");
}

/** @throws VitrineError `BadRequest` unless `value` is a string */
export function requireString(value: unknown, what: string): asserts value is string {
  if (typeof value !== "string") throw mismatch("BadRequest", what, "a string", kindOf(value));
}

/** JSON text of an argument. @throws VitrineError `BadRequest` where it has none */
export function jsonText(value: unknown, what: string, replacer?: (key: string, value: unknown) => unknown): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value, replacer);
  } catch (cause) {
    throw mismatch("BadRequest", what, "a value that JSON can hold", thrownText(cause));
  }
  if (text === undefined) throw mismatch("BadRequest", what, "a value that JSON can hold", kindOf(value));
  return text;
}

/** What JSON.stringify makes of half of a surrogate pair, after whole escapes of backslashes. */
const HALF = /(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g;

/** Text of JSON.stringify with U+FFFD for each half of a surrogate pair, as wherever JavaScript's text becomes UTF-8. */
export function withoutHalves(text: string): string {
  return text.includes("\\ud") ? text.replace(HALF, "$1\ufffd") : text;
}

/** @throws VitrineError `BadRequest` unless `value` is true or false */
export function requireFlag(value: unknown, what: string): asserts value is boolean {
  if (typeof value !== "boolean") throw mismatch("BadRequest", what, "true or false", found(value));
}

function isDetached(buffer: ArrayBufferLike): boolean {
  try {
    buffer.slice(0, 0);
    return false;
  } catch {
    return true;
  }
}
