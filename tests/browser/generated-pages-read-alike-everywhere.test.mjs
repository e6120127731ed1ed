// Promise: what a page says does not depend on who reads it: native code, Node and Chromium give the same turns, on pages
// drawn from a seed that hold every type, values that do not fit and bytes that are damaged.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import * as vitrine from "vitrine";
import { root } from "../../scripts/lib/process.mjs";
import { bundleOf, OPTIONS, pageOf, projectAll } from "../support/generated-pages.mjs";
import { openPage } from "./support/pages.mjs";

const SEEDS = Array.from({ length: 12 }, (_, index) => 4100 + index);
const TURNS = 120;

/** What native code makes of it, each turn's JSON written as JavaScript writes it. */
function projectNatively(bundle, page) {
  const task = JSON.stringify({ bundle, page: Buffer.from(page).toString("hex"), options: OPTIONS });
  const args = ["run", "--quiet", "--package", "vitrine", "--example", "project_page"];
  const lines = execFileSync("cargo", args, { cwd: root, input: task, encoding: "utf8", maxBuffer: 1 << 28 });
  const pages = lines.trimEnd().split("\n");
  return pages.map((line) => JSON.parse(line).map((turn) => JSON.stringify(turn)));
}

test("generated pages give the same turns natively, in Node and in Chromium", async (t) => {
  await vitrine.init();
  const chromium = await openPage(t);
  const seen = { data: 0, unknown: 0, warnings: 0, error: 0 };
  for (const seed of SEEDS) {
    const bundle = bundleOf(seed);
    const page = pageOf(seed, bundle, TURNS, vitrine.blake3);
    const inNode = projectAll(vitrine, bundle, page);
    for (const turn of inNode.flat())
      for (const key of Object.keys(seen)) if (turn.includes(`"${key}":`)) seen[key] += 1;
    const inChromium = await chromium.evaluate(
      async ([bundle, page]) => {
        const vitrine = await import("/vitrine/esm/index.js");
        const { projectAll } = await import("/support/generated-pages.mjs");
        await vitrine.init();
        return projectAll(vitrine, JSON.parse(bundle), Uint8Array.from(page));
      },
      [JSON.stringify(bundle), [...page]],
    );
    const natively = projectNatively(bundle, page);
    for (const [option, turns] of inNode.entries()) {
      for (const [index, turn] of turns.entries()) {
        const where = `seed ${seed}, ${JSON.stringify(OPTIONS[option])}, turn ${index}`;
        assert.equal(inChromium[option][index], turn, `Chromium: ${where}`);
        assert.equal(natively[option][index], turn, `native: ${where}`);
      }
    }
  }
  t.diagnostic(JSON.stringify(seen));
  for (const [key, count] of Object.entries(seen))
    assert.ok(count > 300, `${key} came ${count} times: too few to tell`);
});
