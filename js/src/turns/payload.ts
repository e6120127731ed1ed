// One payload by itself.

import { turns } from "./module.js";
import { requireBytes } from "./projector.js";
import { Registry } from "./registry.js";
import type { ProjectOptions, TypedTurn, TypeRef } from "./types.js";

/**
 * A payload as an object with names (client specification, section 6). No hash is known, so none is checked.
 *
 * @example
 * projectPayload(payload, { typeId: "com.example.Note", typeVersion: 1 }, registry).data; // { text: "…" }
 * @throws VitrineError `DecodeError`, `FailedDependency`, `MissingTypeHint`, `Conflict`, `BadRequest`
 */
export function projectPayload(
  payload: Uint8Array,
  type: TypeRef,
  registry: Registry,
  options: ProjectOptions = {},
): Pick<TypedTurn, "data" | "unknown" | "warnings"> {
  turns.requireReady();
  requireBytes(payload, "projectPayload");
  return Registry.projector(registry, options).payload(payload, type.typeId, type.typeVersion);
}
