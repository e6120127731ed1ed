// What callers give with each call to a host, over HTTP or the binary protocol.

import { fieldsOf, found, kindOf, requireNames, tagOf } from "../core/arguments.js";
import { mismatch } from "../core/errors.js";

/** How a host is shown who asks: a text, or what gives one. */
export type Token = string | (() => string | Promise<string>);

/**
 * The options of a call, each read once.
 *
 * @param names what there is beside `signal`, where nobody else asks
 * @throws VitrineError `BadRequest` for what is no object, for a `signal` that cannot abort, and for other names
 */
export function callOptions<T extends { signal?: AbortSignal }>(given: T, names?: readonly string[]): T {
  const options = fieldsOf(given, "options");
  if (names) requireNames(options, "options", [...names, "signal"]);
  const { signal } = options;
  // By its name: an engine may have several classes of signals, as pages with frames do.
  const tag = tagOf(signal ?? undefined, "signal");
  if (tag !== "[object AbortSignal]" && tag !== "[object Undefined]")
    throw mismatch("BadRequest", "signal", "an AbortSignal", kindOf(signal));
  return options;
}

/** @throws VitrineError `BadRequest` unless `token` is a text or a function, or left out */
export function requireToken(token: unknown): asserts token is Token | undefined {
  if (token === undefined || typeof token === "string" || typeof token === "function") return;
  throw mismatch("BadRequest", "token", "a string, or a function that gives one", kindOf(token));
}

/** What `token` says now. @throws VitrineError `BadRequest` where a function gives something else than a string */
export async function tokenOf(token: Token | undefined): Promise<string | undefined> {
  if (typeof token !== "function") return token;
  const given = await token();
  if (given === undefined || typeof given === "string") return given;
  throw mismatch("BadRequest", "what the function token gives", "a string", kindOf(given));
}

/** @throws VitrineError `BadRequest` unless `limit` is a number of turns or contexts, or left out */
export function requireLimit(limit: unknown): void {
  if (limit === undefined || (Number.isInteger(limit) && (limit as number) >= 1 && (limit as number) < 2 ** 32)) return;
  throw mismatch("BadRequest", "limit", "a whole number of 32 bits, at least 1", found(limit));
}
