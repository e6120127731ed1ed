// Arguments that are not what they should be.

import { mismatch } from "../core/errors.js";

/** What `value` is, in words. */
export function kindOf(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "an array" : `a value of type ${typeof value}`;
}

/** @throws VitrineError `BadRequest` unless `value` is text or bytes */
export function requireText(value: unknown, what: string): asserts value is string | Uint8Array {
  if (typeof value === "string" || value instanceof Uint8Array) return;
  throw mismatch("BadRequest", what, "a string or a Uint8Array", kindOf(value));
}

/** JSON text of an argument. @throws VitrineError `BadRequest` where it has none */
export function jsonText(value: unknown, what: string, replacer?: (key: string, value: unknown) => unknown): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value, replacer);
  } catch (cause) {
    throw mismatch("BadRequest", what, "a value that JSON can hold", String(cause));
  }
  if (text === undefined) throw mismatch("BadRequest", what, "a value that JSON can hold", kindOf(value));
  return text;
}
