// Promise: the name of an attachment cannot look like another one: what is hidden in it, or turns it around, shows.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

let visible;
before(async () => {
  const entry = fileURLToPath(new URL("../../www/src/data/visible.ts", import.meta.url));
  const { outputFiles } = await build({ entryPoints: [entry], bundle: true, format: "esm", write: false });
  ({ visible } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`));
});

test("what turns the rest around, and what shows nothing", () => {
  assert.equal(visible("photo\u202egpj.exe"), "photo\\u202egpj.exe");
  assert.equal(visible("a\u200bb\u2066c\n\0\ufeff"), "a\\u200bb\\u2066c\\u000a\\u0000\\ufeff");
});

test("scripts and emoji are as they were", () => {
  for (const name of [
    "\u05e9\u05dc\u05d5\u05dd.txt",
    "\u{1f469}\u200d\u{1f680}.png",
    "\u0645\u06cc\u200c.md",
    "a b-c_é",
  ])
    assert.equal(visible(name), name);
});
