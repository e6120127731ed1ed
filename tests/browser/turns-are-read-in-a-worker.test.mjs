// Promise: a page's bytes, handed to a module Worker without a copy, are read there as they are read here, under a policy
// that allows no code but files of the origin; and a Worker that is given the compiled module compiles and fetches nothing.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import * as vitrine from "vitrine";
import { bundleOf, OPTIONS, pageOf } from "../support/generated-pages.mjs";
import { openPage } from "./support/pages.mjs";

// `connect-src` is for the wasm file.
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'";
const folders = { "/worker/": fileURLToPath(new URL("support/worker", import.meta.url)) };
// Values that are no JSON have to come across as well.
const options = [...OPTIONS, { u64Format: "bigint", bytesRender: "view" }];

const seed = 4711;
const bundle = bundleOf(seed);

/**
 * Reads one page's bytes in the page and in its Worker, to which they go.
 * @param {boolean} sendModule whether the Worker is given the module that the page compiled
 */
async function read(t, sendModule) {
  await vitrine.init();
  const bytes = pageOf(seed, bundle, 80, vitrine.blake3);
  const page = await openPage(t, POLICY, { folders });
  return page.evaluate(
    async ([bundle, numbers, options, sendModule]) => {
      const { initSync, Registry, TurnBatch } = await import("/vitrine/esm/turns.js");
      const module = await WebAssembly.compileStreaming(fetch("/vitrine/turns.wasm"));
      initSync(module);
      // What JSON has no form for, with its kind.
      const text = (turns) =>
        JSON.stringify(turns, (_, value) => {
          if (typeof value === "bigint") return `bigint ${value}`;
          if (value instanceof Uint8Array) return `bytes ${value}`;
          return value;
        });

      const bytes = Uint8Array.from(numbers);
      const here = options.map((each) => text(new TurnBatch(bytes.slice()).project(new Registry(bundle), each)));

      const worker = new Worker("/worker/turns.mjs", { type: "module" });
      const { promise, resolve, reject } = Promise.withResolvers();
      worker.onmessage = ({ data }) => (data.error ? reject(new Error(data.error)) : resolve(data));
      worker.onerror = ({ message }) => reject(new Error(message || "the worker did not start"));
      worker.postMessage({ module: sendModule ? module : null, bundle, bytes, options }, [bytes.buffer]);
      const left = bytes.byteLength;
      const { turns, ...seen } = await promise;
      return { here, there: turns.map(text), left, ...seen };
    },
    [bundle, [...bytes], options, sendModule],
  );
}

test("a Worker reads the bytes that are transferred to it as the page reads them", async (t) => {
  const { here, there, left, asked, compiled, evaluates } = await read(t, false);
  assert.equal(left, 0, "the bytes were copied");
  assert.deepEqual(there, here);
  for (const what of ['"data":', '"error":', '"unknown":', "bigint ", "bytes "])
    assert.ok(
      here.some((turns) => turns.includes(what)),
      `no page had ${what}`,
    );
  assert.deepEqual({ asked, compiled }, { asked: 1, compiled: 1 });
  assert.equal(evaluates, false, "the Worker is under no policy");
});

test("a Worker that is given the compiled module neither fetches nor compiles", async (t) => {
  const { here, there, asked, compiled } = await read(t, true);
  assert.deepEqual(there, here);
  assert.deepEqual({ asked, compiled }, { asked: 0, compiled: 0 });
});
