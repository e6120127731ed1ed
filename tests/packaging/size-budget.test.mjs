// Promise: `vitrine/turns` and `vitrine/html` make a browser load no more than they do today, counted in brotli. The aim
// for each is 46,080 bytes; decisions 0011 and 0012 say what stands between.

import assert from "node:assert/strict";
import test from "node:test";
import { root, run } from "./support/project.mjs";

const BUDGETS = { "/turns": 88_000, "/html": 66_000 };

const { brotli } = JSON.parse(await run(root, process.execPath, ["scripts/size.mjs", "--json"]));

for (const [entry, budget] of Object.entries(BUDGETS)) {
  test(`vitrine${entry} is at most ${budget} bytes`, () => {
    assert.ok(brotli[entry] > 10_000, `${brotli[entry]} bytes cannot be all of it`);
    assert.ok(brotli[entry] <= budget, `${brotli[entry]} bytes`);
    assert.ok(brotli["."] >= brotli[entry] - 1000, `. is ${brotli["."]} bytes`);
  });
}
