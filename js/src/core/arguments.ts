// Arguments that are not what they should be, found before they reach a module: the generated glue takes what it is given.

import { mismatch } from "./errors.js";
import { found, kindOf, reading, thrownText } from "./options.js";

export { fieldsOf, found, kindOf, reading, requireObject, tagOf, thrownText } from "./options.js";

/** The name that each kind of typed array has in every realm: a Buffer is no instance of the Uint8Array in Jest's jsdom. */
const kindOfArray = /* @__PURE__ */ Object.getOwnPropertyDescriptor(
  Object.getPrototypeOf(Uint8Array.prototype),
  Symbol.toStringTag,
)?.get as (this: unknown) => string | undefined;

/** Whether `value` is a Uint8Array, of this realm or another. */
export function isBytes(value: unknown): value is Uint8Array {
  return kindOfArray.call(value) === "Uint8Array";
}

/** @throws VitrineError `BadRequest` unless `value` is a Uint8Array whose buffer is still its own */
export function requireBytes(value: unknown, what: string): asserts value is Uint8Array {
  if (!isBytes(value)) throw mismatch("BadRequest", what, "a Uint8Array", kindOf(value));
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

const LOSSY = /^\[object (?:(?:Weak)?(?:Map|Set)|Promise|RegExp|Error|(?:Shared)?ArrayBuffer)\]$/;

/** A replacer: @throws TypeError for what JSON would silently write as null, or as an object without what is in it */
export function lossless(_key: string, inside: unknown): unknown {
  if (typeof inside === "number" && !Number.isFinite(inside)) throw new TypeError(`${inside} is no JSON`);
  const tag = Object.prototype.toString.call(inside);
  if (ArrayBuffer.isView(inside) || LOSSY.test(tag)) throw new TypeError(`${tag.slice(8, -1)} is no JSON`);
  return inside;
}

/** What JSON.stringify makes of half of a surrogate pair, after whole escapes of backslashes. */
const HALF = /(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g;

/** Text of JSON.stringify with U+FFFD for each half of a surrogate pair, as wherever JavaScript's text becomes UTF-8. */
export function withoutHalves(text: string): string {
  return text.includes("\\ud") ? text.replace(HALF, "$1\ufffd") : text;
}

/** @throws VitrineError `BadRequest` for a name of `given` that is none of `names`; what is undefined is not given */
export function requireNames(given: object, what: string, names: readonly string[]): void {
  for (const [name, value] of reading(what, () => Object.entries(given)))
    if (value !== undefined && !names.includes(name))
      throw mismatch("BadRequest", what, names.join(", "), found(name), `/${name}`);
}

/** @throws VitrineError `BadRequest` unless `value` can be called */
export function requireFunction(value: unknown, what: string): void {
  if (typeof value !== "function") throw mismatch("BadRequest", what, "a function", found(value));
}

/** @throws VitrineError `BadRequest` unless `value` has all those methods, of its own or of its class */
export function requireMethods(value: unknown, what: string, names: readonly string[]): void {
  if (typeof value !== "object" || value === null)
    throw mismatch("BadRequest", what, `an object with ${names.join(" and ")}`, kindOf(value));
  for (const name of names)
    requireFunction(
      reading(what, () => (value as Record<string, unknown>)[name]),
      `${what}.${name}`,
    );
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
