// The BLAKE3 packages, each with its fastest call for many inputs.

import { createBLAKE3 } from "hash-wasm";
import { blake3Wasm } from "#platform";

/** @returns {Promise<{name: string, hash: (bytes: Uint8Array) => Uint8Array}[]>} */
export async function hashPeers() {
  const blake3 = await blake3Wasm();
  const hasher = await createBLAKE3();
  return [
    { name: "blake3-wasm", hash: (bytes) => blake3.hash(bytes) },
    { name: "hash-wasm", hash: (bytes) => hasher.init().update(bytes).digest("binary") },
  ];
}
