// Promise: `vitrine/turns` makes a browser load no more than it does today, counted in brotli, and nothing that only Node
// can use. The aim is 46,080 bytes; decision 0011 says what stands between. Writing, following and the gateway are
// 4,300 bytes of it, which a bundler leaves out where they are not used.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { root, run } from "./support/project.mjs";

const BUDGET = 92_500;

test(`vitrine/turns is at most ${BUDGET} bytes`, async () => {
  const { brotli } = JSON.parse(await run(root, process.execPath, ["scripts/size.mjs", "--json"]));
  assert.ok(brotli["/turns"] > 10_000, `${brotli["/turns"]} bytes cannot be all of it`);
  assert.ok(brotli["/turns"] <= BUDGET, `${brotli["/turns"]} bytes`);
  assert.ok(brotli["."] >= brotli["/turns"] - 1000, `. is ${brotli["."]} bytes`);
});

test("what only Node can use is in no module for browsers", () => {
  const folder = join(root, "pkg/esm");
  const modules = readdirSync(folder).filter((name) => name.endsWith(".js"));
  assert.ok(modules.length >= 4);
  for (const name of modules) {
    const code = readFileSync(join(folder, name), "utf8");
    assert.doesNotMatch(code, /["']node:|WireClient|SUBSCRIBE|vitrine-js/, name);
  }
  assert.match(
    readFileSync(join(root, "pkg/cjs/src/node/options.js"), "utf8"),
    /vitrine-js/,
    "the words that are looked for",
  );
});
