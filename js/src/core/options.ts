// Options that are no object, and what a value is in words. Apart from `arguments.ts`, of which vitrine/html needs nothing
// else.

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

/** @throws VitrineError `BadRequest` unless `value` is an object with names: no list, map or the like */
export function requireObject(value: unknown, what: string): asserts value is object {
  if (Object.prototype.toString.call(value) === "[object Object]") return;
  throw mismatch("BadRequest", what, "an object", kindOf(value));
}
