// A type and its version, as callers name them.

import { found, reading } from "../core/arguments.js";
import { mismatch } from "../core/errors.js";
import { requireText } from "../core/text.js";
import type { TypeRef } from "./types.js";

/**
 * The type that `type` names; `""` with version 0 is none.
 *
 * @throws VitrineError `BadRequest` unless it is text in Unicode and a version of 32 bits, from 1
 */
export function typeRef(type: unknown): TypeRef {
  const { typeId, typeVersion } = reading("type", () => {
    const { typeId, typeVersion } = (type ?? {}) as TypeRef;
    return { typeId, typeVersion };
  });
  requireText(typeId, "typeId");
  if (!Number.isInteger(typeVersion) || typeVersion < (typeId === "" ? 0 : 1) || typeVersion >= 2 ** 32)
    throw mismatch("BadRequest", "typeVersion", "a whole number of 32 bits, from 1", found(typeVersion));
  return { typeId, typeVersion };
}
