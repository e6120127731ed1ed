// Options that are no object, and what a value is in words. Apart from `arguments.ts`, of which vitrine/html needs nothing
// else.

import { mismatch, VitrineError } from "./errors.js";

/** What `value` is, in words. */
export function kindOf(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "an array" : `a value of type ${typeof value}`;
}

/** What `value` is, for messages: itself where it is short to say. */
export function found(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.slice(0, 80));
  return ["number", "bigint", "boolean", "undefined"].includes(typeof value) ? String(value) : kindOf(value);
}

/** What was thrown, in words: it may be anything, also what has no text. */
export function thrownText(thrown: unknown): string {
  try {
    return String(thrown);
  } catch {
    return kindOf(thrown);
  }
}

/** What `read` takes of a caller's object. @throws VitrineError `BadRequest` where a getter of it throws */
export function reading<T>(what: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof VitrineError) throw cause;
    throw mismatch("BadRequest", what, "something that can be read", thrownText(cause));
  }
}

/** The name that `value` has for its kind: that of its class, across the realms of pages and of programs. */
export function tagOf(value: unknown, what: string): string {
  return reading(what, () => Object.prototype.toString.call(value));
}

/**
 * What a caller gave by name, each read once: what is checked is what is used.
 *
 * @throws VitrineError `BadRequest` unless it is an object with names, all of which can be read
 */
export function fieldsOf<T extends object>(given: T, what: string): T {
  return reading(what, () => {
    requireObject(given, what);
    // An object of a class may have its fields from there, where no copy would find them.
    return Object.getPrototypeOf(given) === Object.prototype ? { ...given } : given;
  });
}

/** @throws VitrineError `BadRequest` unless `value` is an object with names: no list, map or the like */
export function requireObject(value: unknown, what: string): asserts value is object {
  if (Object.prototype.toString.call(value) === "[object Object]") return;
  throw mismatch("BadRequest", what, "an object", kindOf(value));
}
