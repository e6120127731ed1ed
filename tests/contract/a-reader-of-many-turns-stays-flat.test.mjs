// Promise: what a reader holds does not depend on how much it has read. The module's memory stands still once it is warm,
// the heap holds what the caller holds, and with `detach` a text that is kept keeps nothing of its page.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const reader = fileURLToPath(new URL("support/flat-reader.mjs", import.meta.url));
const KIB = 1024;

/** What a process of its own held after the first pages, and what all others added. */
function read(phase) {
  const output = execFileSync(process.execPath, ["--expose-gc", reader, phase], { encoding: "utf8", timeout: 60_000 });
  const { first, all, ...more } = JSON.parse(output);
  return { wasm: all.wasm - first.wasm, heap: all.heap - first.heap, ...more };
}

test("hundreds of thousands of turns leave nothing behind", () => {
  const { wasm, heap, turns } = read("pages");
  assert.ok(turns > 300_000, `only ${turns} turns were read`);
  assert.equal(wasm, 0, "the module's memory grew");
  // A page is 200 KB: one in a hundred that stayed would show.
  assert.ok(heap < 512 * KIB, `the heap grew by ${heap} bytes`);
});

test("pages that nobody frees go when they are collected", () => {
  const { wasm, heap } = read("unfreed");
  assert.equal(wasm, 0, "the module's memory grew");
  assert.ok(heap < 512 * KIB, `the heap grew by ${heap} bytes`);
});

test("names that no page before had are not kept for ever", () => {
  const { wasm, heap } = read("strangers");
  assert.equal(wasm, 0, "the module's memory grew");
  assert.ok(heap < 512 * KIB, `the heap grew by ${heap} bytes`);
});

test("turns of which no two have the same fields leave nothing either", () => {
  const { wasm, heap } = read("shapes");
  assert.equal(wasm, 0, "the module's memory grew");
  // 20,000 shapes would be 20 MB.
  assert.ok(heap < 2048 * KIB, `the heap grew by ${heap} bytes`);
});

test("calls allocate nothing that stays", () => {
  const { wasm, heap } = read("calls");
  assert.equal(wasm, 0, "the module's memory grew");
  assert.ok(heap < 512 * KIB, `the heap grew by ${heap} bytes`);
});

const glibc = process.report.getReport().header.glibcVersionRuntime;
test("after a large page memory that is free is kept for the next", {
  skip: !glibc && "only glibc gives it back",
}, () => {
  const { fresh, again } = read("large");
  assert.ok(fresh > 4000, `only ${fresh} faults: the next line would hold whatever is kept`);
  assert.ok(again < 400, `${again} faults where there were ${fresh}: the memory was given back`);
});

test("a text kept with `detach` keeps nothing else", () => {
  const { heap, kept } = read("detached");
  assert.equal(kept, 200);
  // What the engine itself keeps varies by some hundred KB from run to run; the test below shows what these texts could keep.
  assert.ok(heap < 512 * KIB, `${heap} bytes for ${kept} texts`);
});

test("without it, it keeps the text that it is a part of", () => {
  const { heap, kept } = read("attached");
  assert.ok(heap > kept * 32 * KIB, `only ${heap} bytes: the test above would pass whatever \`detach\` does`);
});
