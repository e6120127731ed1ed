// Promise: an engine without 128-bit SIMD is told so, with the engines that have it, instead of a compiler's error.

import assert from "node:assert/strict";
import test from "node:test";
import { blake3, init, initSync } from "vitrine";

test("without SIMD", async () => {
  const { validate } = WebAssembly;
  const refusal = { code: "Unsupported", message: /SIMD.*Chrome.*91.*Firefox.*89.*Safari.*16\.4/ };
  // How an engine says that it does not have what a module uses.
  WebAssembly.validate = () => false;
  try {
    await assert.rejects(init(), refusal);
    assert.throws(() => initSync({ turns: new Uint8Array() }), refusal);
  } finally {
    WebAssembly.validate = validate;
  }
  await init();
  assert.equal(blake3(new Uint8Array()).length, 32);
});
