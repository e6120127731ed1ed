// The writer: objects with names to payloads.

import { turns } from "./module.js";
import { Registry } from "./registry.js";
import { typeRef } from "./type-ref.js";
import type { TypeRef } from "./types.js";
import { writeValue } from "./value-writer.js";

/**
 * The payload of `value` as that type: deterministic msgpack, the inverse of projection (client specification,
 * section 3). Values are taken as projection shows them by default, and also as programs hold them: `bigint`, `Uint8Array`,
 * milliseconds, enum numbers. Fields may be left out; a name that the type does not have is refused.
 * Half of a surrogate pair in a text becomes U+FFFD, as wherever JavaScript's text becomes UTF-8.
 *
 * @example
 * const payload = encodeTurn({ typeId: "com.example.Note", typeVersion: 1 }, { text: "hello" }, registry);
 * @throws VitrineError `BadRequest` for what is no type or no registry; `FailedDependency` without a descriptor; `Unprocessable` with the pointer of what does not fit
 */
export function encodeTurn(type: TypeRef, value: Record<string, unknown>, registry: Registry): Uint8Array {
  turns.requireReady();
  const checked = typeRef(type);
  // First, because reading a value may run code of its own.
  const written = writeValue(value);
  return Registry.encoder(registry).encode(checked, written);
}
