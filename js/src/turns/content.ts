// What a writer sends of a turn: its payload and the hash that names it.

import { isBytes } from "../core/arguments.js";
import { encodeTurn } from "./encode.js";
import { blake3 } from "./hash.js";
import type { Registry } from "./registry.js";
import { typeRef } from "./type-ref.js";
import type { TypeRef } from "./types.js";

/** A turn's value: fields by name, which a registry turns into bytes, or the bytes themselves. */
export type TurnValue = Record<string, unknown> | Uint8Array;

/** The type, as it was checked, among it. @throws VitrineError `BadRequest` for what is no type; as `encodeTurn` does */
export function contentOf(type: TypeRef, value: TurnValue, registry: () => Registry) {
  const checked = typeRef(type);
  const payload = isBytes(value) ? value : encodeTurn(checked, value, registry());
  return { ...checked, payload, hash: blake3(payload) };
}
