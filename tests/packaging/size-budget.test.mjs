// Promise: `vitrine/turns` makes a browser load at most 45 KB, counted in brotli.

import assert from "node:assert/strict";
import test from "node:test";
import { root, run } from "./support/project.mjs";

test("vitrine/turns is at most 46,080 bytes", async () => {
  const { brotli } = JSON.parse(await run(root, process.execPath, ["scripts/size.mjs", "--json"]));
  assert.ok(brotli["/turns"] > 10_000, `${brotli["/turns"]} bytes cannot be all of it`);
  assert.ok(brotli["/turns"] <= 46_080, `${brotli["/turns"]} bytes`);
  assert.ok(brotli["."] >= brotli["/turns"] - 1000, `. is ${brotli["."]} bytes`);
});
