// Text that can be written as UTF-8. Half of a surrogate pair cannot: encoders put U+FFFD in its place, and two texts that
// differ become one.

import { found } from "./arguments.js";
import { mismatch } from "./errors.js";

/** Engines that have the method look at no unit of a text that is Latin-1. */
export const isWellFormed =
  "isWellFormed" in String.prototype
    ? (text: string) => (text as string & { isWellFormed(): boolean }).isWellFormed()
    : (text: string) => !/\p{Cs}/u.test(text);

/** @throws VitrineError `BadRequest` unless `value` is a string without half of a surrogate pair */
export function requireText(value: unknown, what: string): asserts value is string {
  if (typeof value !== "string" || !isWellFormed(value))
    throw mismatch("BadRequest", what, "text in Unicode", found(value));
}
