// Promise: `vitrine`, `vitrine/turns`, `vitrine/html` and `vitrine/state` make a browser load no more than they do today,
// counted in brotli, and nothing that only Node can use. The aim for turns and html is 46,080 bytes; decisions 0011 and
// 0012 say what stands between. Writing, following and the gateway are 4,300 bytes of turns, which a bundler leaves out
// where they are not used.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { root, run } from "./support/project.mjs";

const BUDGETS = { ".": 492_400, "/turns": 97_800, "/html": 68_280, "/state": 83_150 };

const { brotli } = JSON.parse(await run(root, process.execPath, ["scripts/size.mjs", "--json"]));

for (const [entry, budget] of Object.entries(BUDGETS)) {
  test(`vitrine${entry === "." ? "" : entry} is at most ${budget} bytes`, () => {
    assert.ok(brotli[entry] > 10_000, `${brotli[entry]} bytes cannot be all of it`);
    assert.ok(brotli[entry] <= budget, `${brotli[entry]} bytes`);
    assert.ok(brotli["."] >= brotli[entry] - 1000, `. is ${brotli["."]} bytes`);
  });
}

test("what only Node can use is in no module for browsers", () => {
  const folder = join(root, "pkg/esm");
  const modules = readdirSync(folder).filter((name) => name.endsWith(".js"));
  assert.ok(modules.length >= 4);
  for (const name of modules) {
    const code = readFileSync(join(folder, name), "utf8");
    assert.doesNotMatch(code, /["']node:|WireClient|vitrine-js/, name);
  }
  const ours = readFileSync(join(root, "pkg/cjs/src/node/options.js"), "utf8");
  assert.match(ours, /vitrine-js/, "the words that are looked for");
});
