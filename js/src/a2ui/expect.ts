// Arguments that are not what they should be.

import { isBytes, kindOf, requireBytes } from "../core/arguments.js";
import { mismatch } from "../core/errors.js";

/** @throws VitrineError `BadRequest` unless `value` is text or bytes */
export function requireText(value: unknown, what: string): asserts value is string | Uint8Array {
  if (typeof value === "string") return;
  if (!isBytes(value)) throw mismatch("BadRequest", what, "a string or a Uint8Array", kindOf(value));
  requireBytes(value, what);
}
