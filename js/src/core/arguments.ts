// Arguments that are not what they should be, found before they reach a module: the generated glue takes what it is given.

import { mismatch } from "./errors.js";

/** What `value` is, in words. */
export function kindOf(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "an array" : `a value of type ${typeof value}`;
}

/** What `value` is, for messages: itself where it is short to say. */
export function found(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.slice(0, 80));
  return ["number", "bigint", "boolean", "undefined"].includes(typeof value) ? String(value) : kindOf(value);
}

/** @throws VitrineError `BadRequest` unless `value` is a Uint8Array whose buffer is still its own */
export function requireBytes(value: unknown, what: string): asserts value is Uint8Array {
  if (!(value instanceof Uint8Array) || !ArrayBuffer.isView(value))
    throw mismatch("BadRequest", what, "a Uint8Array", kindOf(value));
  if (value.length === 0 && isDetached(value.buffer))
    throw mismatch("BadRequest", what, "bytes", "a Uint8Array whose buffer was transferred");
}

/** @throws VitrineError `BadRequest` unless `value` is an object with names: no list, map or the like */
export function requireObject(value: unknown, what: string): asserts value is object {
  if (Object.prototype.toString.call(value) === "[object Object]") return;
  throw mismatch("BadRequest", what, "an object", kindOf(value));
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
    throw mismatch("BadRequest", what, "a value that JSON can hold", String(cause));
  }
  if (text === undefined) throw mismatch("BadRequest", what, "a value that JSON can hold", kindOf(value));
  return text;
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
