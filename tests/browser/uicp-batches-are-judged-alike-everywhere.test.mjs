// Promise: what becomes of a batch does not depend on who judges it: native code, Node and Chromium give the same result,
// or the same refusal word for word, and a value is judged as its text is, on batches and plans drawn from a seed.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import * as vitrine from "vitrine";
import { root } from "../../scripts/lib/process.mjs";
import { caseOf } from "../support/uicp-cases.mjs";
import { canonical, outcome } from "../support/uicp-vectors.mjs";
import { openPage } from "./support/pages.mjs";

const SEEDS = Array.from({ length: 2400 }, (_, index) => 61_000 + index);

/** What native code makes of the texts. */
function judgeNatively(cases) {
  const input = cases.map(({ text, plan }) => JSON.stringify({ input: text, ...(plan && { plan }) })).join("\n");
  const args = ["run", "--quiet", "--package", "vitrine", "--example", "uicp_validate"];
  const lines = execFileSync("cargo", args, { cwd: root, input, encoding: "utf8", maxBuffer: 1 << 28 });
  return lines.trimEnd().split("\n");
}

test("drawn batches are judged alike natively, in Node and in Chromium", async (t) => {
  await vitrine.init();
  const cases = SEEDS.map(caseOf);
  const natively = judgeNatively(cases);
  const page = await openPage(t);
  const inChromium = await page.evaluate(async (seeds) => {
    const vitrine = await import("/vitrine/esm/index.js");
    const { caseOf } = await import("/support/uicp-cases.mjs");
    const { outcome } = await import("/support/uicp-vectors.mjs");
    await vitrine.init();
    return seeds.map(caseOf).map(({ text, plan }) => outcome(vitrine, text, plan));
  }, SEEDS);
  const seen = { results: 0, refusals: 0 };
  for (const [index, { text, plan, value }] of cases.entries()) {
    const where = `seed ${SEEDS[index]}: ${text.slice(0, 300)}`;
    const inNode = outcome(vitrine, text, plan);
    seen[inNode.result === undefined ? "refusals" : "results"] += 1;
    assert.deepEqual(inChromium[index], inNode, `Chromium, ${where}`);
    assert.equal(canonical(JSON.parse(natively[index])), inNode.result ?? inNode.refusal, `native, ${where}`);
    if (value !== undefined) assert.deepEqual(outcome(vitrine, value, plan), inNode, `as a value, ${where}`);
    // What passed passes again, and stays what it is.
    if (inNode.result !== undefined) assert.deepEqual(outcome(vitrine, inNode.result, plan), inNode, `again, ${where}`);
  }
  t.diagnostic(JSON.stringify(seen));
  for (const [key, count] of Object.entries(seen)) assert.ok(count > 500, `${count} ${key}: too few to tell`);
});
