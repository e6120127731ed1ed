// Options: checked here, and given to the module as two numbers and a text.

import { addressOf } from "../core/address.js";
import { mismatch, type VitrineError } from "../core/errors.js";
import { found } from "../core/options.js";
import { HTML, SVG } from "./tables.js";
import type { SanitizeOptions } from "./types.js";

/** Options as the module takes them: `options` in `src/wasm/html.rs`. */
export interface Choice {
  context: number;
  flags: number;
  origins: string;
}

/** The number of the context of what is meant for no place in particular. */
export const DIV = /* @__PURE__ */ HTML.indexOf("div");
export const SVG_CONTEXT = /* @__PURE__ */ HTML.length + /* @__PURE__ */ SVG.indexOf("svg");

/** A template is none of the policy's elements, but one of a page's may be what markup is meant for. */
const TEMPLATE_CONTEXT = /* @__PURE__ */ HTML.length + SVG.length;

const NO_GRAPHICS = 1;
export const ANY_ID = 2;
const ANY_ORIGIN = 4;

/** Elements of the policy that hold nothing, and so are no context. */
const VOID = ["br", "col", "hr", "img", "input", "source", "wbr"];
const ORIGIN = /^https?:\/\/[^/?#@*\\\s]+$/;

let own: string | undefined;

/** This page's origin; empty where there is none. Asking for it takes as long as a small piece of markup. */
function ownOrigin(): string {
  // "null" is the origin of pages that have none.
  own ??= globalThis.location?.origin?.replace(/^null$/, "") ?? "";
  return own;
}

/**
 * What the options choose; what they leave open is as given here.
 *
 * @param other the name of an option that is not for the module
 * @throws VitrineError `BadRequest` for an option that does not exist, or a value that it cannot have
 */
export function choose(options: SanitizeOptions, context = DIV, flags = 0, other?: string): Choice {
  const choice = { context, flags, origins: ownOrigin() };
  for (const [name, value] of Object.entries(options)) {
    if (value !== undefined && name !== other) read(choice, name, value);
  }
  return choice;
}

function read(choice: Choice, name: string, value: unknown): void {
  switch (name) {
    case "context":
      choice.context = contextNumber(value);
      if (choice.context < 0)
        throw wrong(name, "an element of the policy that holds something, svg or template", value);
      break;
    case "svg":
      if (typeof value !== "boolean") throw wrong(name, "true or false", value);
      if (!value) choice.flags |= NO_GRAPHICS;
      break;
    case "clobbering":
      if (value !== "deny" && value !== "allow") throw wrong(name, '"deny" or "allow"', value);
      choice.flags = value === "allow" ? choice.flags | ANY_ID : choice.flags & ~ANY_ID;
      break;
    case "images":
      if (value === "remote") choice.flags |= ANY_ORIGIN;
      else if (value !== "same-origin") choice.origins += origins(value);
      break;
    default:
      throw mismatch("BadRequest", "option", "context, images, svg or clobbering", name);
  }
}

/** The number of a context element; -1 for what is none. */
export function contextNumber(name: unknown): number {
  if (name === "svg") return SVG_CONTEXT;
  if (name === "template") return TEMPLATE_CONTEXT;
  return VOID.includes(name as string) ? -1 : HTML.indexOf(name as string);
}

/** A line for each of the origins. */
function origins(list: unknown): string {
  const expected = '"same-origin", "remote" or a list of origins such as "https://img.example"';
  if (!Array.isArray(list)) throw wrong("images", expected, list);
  const written = list.map((each) => {
    const url = typeof each === "string" && ORIGIN.test(each) ? addressOf(each) : undefined;
    if (!url) throw wrong("images", expected, each);
    return `\n${url.origin}`;
  });
  return written.join("");
}

export function wrong(name: string, expected: string, value: unknown): VitrineError {
  return mismatch("BadRequest", name, expected, found(value));
}
