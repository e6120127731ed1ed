// Reading the bodies of calls: own fields only, in camelCase or snake_case, each checked.

import { wrong } from "./types.js";

/** An object of JSON. */
export type Fields = Record<string, unknown>;

/** The value as an object. */
export function object(value: unknown, what: string): Fields {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Fields;
  throw wrong(what, "an object", value);
}

/** A field, undefined where there is none. */
export function field(fields: Fields, name: string): unknown {
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const own = [name, snake].find((each) => Object.hasOwn(fields, each));
  return own === undefined ? undefined : fields[own];
}

/** A field that is a text with something in it, or absent. */
export function words(fields: Fields, name: string, what = `body.${name}`): string | undefined {
  const value = field(fields, name);
  if (value === undefined || (typeof value === "string" && value.trim() !== "")) return value;
  throw wrong(what, "a text that is not empty", value);
}

/** A field that is any text, or absent. */
export function text(fields: Fields, name: string, what = `body.${name}`): string | undefined {
  const value = field(fields, name);
  if (value === undefined || typeof value === "string") return value;
  throw wrong(what, "a text", value);
}

/** A field that is a length in pixels, at least that of the smallest window, or absent. */
export function pixels(fields: Fields, name: string): number | undefined {
  const value = field(fields, name);
  if (value === undefined || (typeof value === "number" && Number.isFinite(value) && value >= 120)) return value;
  throw wrong(`body.${name}`, "a number of at least 120", value);
}
