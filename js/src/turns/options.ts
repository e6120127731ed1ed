// The options of projection, as the core reads them. It refuses what it does not know; what is not for it is checked here.

import { found } from "../core/arguments.js";
import { mismatch } from "../core/errors.js";
import { requireCoalesce } from "./coalesce.js";
import { typeRef } from "./type-ref.js";
import type { ProjectOptions } from "./types.js";

/**
 * The core's options in JSON text, which is also the name under which a registry keeps the projector.
 *
 * @param options as `fieldsOf` gives them
 * @throws VitrineError `BadRequest` with a pointer for those that are not for the core and of another type; `expect` is
 * not looked at
 */
export function optionsKey(options: ProjectOptions): string {
  const { expect, detach, coalesce, ...given } = options;
  if (coalesce !== undefined) requireCoalesce(coalesce);
  if (detach !== undefined && typeof detach !== "boolean")
    throw mismatch("BadRequest", "project option detach", "true or false", found(detach), "/detach");
  const core: Record<string, unknown> = given;
  // A hash from elsewhere says something of a payload only where that payload is held against it.
  if (expect !== undefined && core.verify === false) core.verify = true;
  for (const [name, value] of Object.entries(core)) {
    if (name === "as" && value !== undefined) core.as = typeRef(value);
    // JSON would leave out a function or a symbol, and refuse a bigint or a cycle in its own words.
    else if (!["string", "boolean", "number", "undefined"].includes(typeof value)) core[name] = found(value);
  }
  // However the caller wrote them: the same options are one projector.
  return JSON.stringify(Object.fromEntries(Object.entries(core).sort(([a], [b]) => (a < b ? -1 : 1))));
}
