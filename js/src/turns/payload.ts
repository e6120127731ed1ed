// One payload by itself.

import { fieldsOf, requireBytes } from "../core/arguments.js";
import { mismatch } from "../core/errors.js";
import { turns } from "./module.js";
import { Registry } from "./registry.js";
import { typeRef } from "./type-ref.js";
import type { ProjectOptions, TypedTurn, TypeRef } from "./types.js";

/**
 * A payload as an object with names (client specification, section 6). No hash is known, so none is checked.
 *
 * @example
 * projectPayload(payload, { typeId: "com.example.Note", typeVersion: 1 }, registry).data; // { text: "…" }
 * @throws VitrineError `DecodeError`, `FailedDependency`, `MissingTypeHint`, `Conflict`; `BadRequest` for arguments of
 * another type, options that do not exist, and `expect`, which is for pages
 */
export function projectPayload(
  payload: Uint8Array,
  type: TypeRef,
  registry: Registry,
  options: ProjectOptions = {},
): Pick<TypedTurn, "data" | "unknown" | "warnings"> {
  turns.requireReady();
  const { typeId, typeVersion } = typeRef(type);
  const own = fieldsOf(options, "project options");
  // Hashes are named by turn, and nothing says which turn this is: it would pass unseen.
  if (own.expect !== undefined)
    throw mismatch(
      "BadRequest",
      "project option expect",
      "a page of turns to hold against it",
      "one payload",
      "/expect",
    );
  const projector = Registry.projector(registry, own);
  requireBytes(payload, "projectPayload");
  return projector.payload(payload, typeId, typeVersion);
}
