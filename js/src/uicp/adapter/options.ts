// What a page gives an adapter, checked before anything is made of it: what is wrong would show only when it is used.

import { addressOf } from "../../core/address.js";
import { fieldsOf, found, requireFunction, requireMethods } from "../../core/arguments.js";
import { mismatch } from "../../core/errors.js";
import { elementOf } from "../../html/dom.js";
import type { AdapterOptions } from "./types.js";

const FUNCTIONS = ["onIntent", "fetch", "permissions", "onProblem", "onEvent"] as const;

const PORTS = { fs: ["writeTextFile"], logStore: ["load", "save"], global: ["load", "save"] } as const;

/** Every option there is. */
const NAMES = ["root", "images", "allowOrigins", ...FUNCTIONS, ...Object.keys(PORTS)];

/** The options, each read once. @throws VitrineError `BadRequest` for one that cannot be; `images` is not looked at */
export function adapterOptions(given: AdapterOptions): AdapterOptions {
  const options = fieldsOf(given ?? {}, "options");
  // A veto that is spelt otherwise would be none.
  for (const [name, value] of Object.entries(options))
    if (value !== undefined && !NAMES.includes(name))
      throw mismatch("BadRequest", "option", NAMES.join(", "), found(name));
  elementOf("root", options.root);
  for (const name of FUNCTIONS) if (options[name] !== undefined) requireFunction(options[name], name);
  for (const name of Object.keys(PORTS) as (keyof typeof PORTS)[])
    if (options[name] !== undefined) requireMethods(options[name], name, PORTS[name]);
  const { allowOrigins: origins } = options;
  const isOrigins = Array.isArray(origins) && origins.every((each) => typeof each === "string" && addressOf(each));
  if (origins !== undefined && origins !== "*" && !isOrigins)
    throw mismatch(
      "BadRequest",
      "allowOrigins",
      '"*" or a list of origins such as "https://api.example"',
      found(origins),
    );
  return options;
}
