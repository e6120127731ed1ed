// BLAKE3 by itself.

import { requireBytes } from "../core/arguments.js";
import { turns } from "./module.js";

/**
 * The BLAKE3 hash of `bytes`: 32 bytes, with which the turn store names payloads (client specification, section 3).
 *
 * @throws VitrineNotReadyError before `init()`
 * @throws VitrineError `BadRequest` for anything but a Uint8Array
 */
export function blake3(bytes: Uint8Array): Uint8Array {
  return turns.call((glue) => {
    requireBytes(bytes, "blake3");
    return glue.blake3(bytes);
  });
}
