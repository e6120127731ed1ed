// Promise: our trees are the trees of Chromium's own parser, on samples of all corpora.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { root } from "../../scripts/lib/process.mjs";
import { openPage } from "./support/pages.mjs";

const DOCUMENTS = 400;
// What differs is known: behind `<`, a NUL becomes U+FFFD in Chromium and nothing by the standard.
/** Percent of each corpus that must have the same tree. */
const SHARES = {
  whole: 100,
  "optional end tags": 100,
  truncated: 99.9,
  "close tag dropped": 99.9,
  "open tag dropped": 99.9,
  swapped: 99.9,
  mutated: 99.5,
  soup: 99.5,
};

const args = ["run", "--quiet", "--package", "vitrine", "--example", "html_corpora", "--", String(DOCUMENTS)];
const corpora = JSON.parse(execFileSync("cargo", args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 }));

test("each corpus has the trees that Chromium makes of it", async (t) => {
  const page = await openPage(t);
  const short = [];
  assert.deepEqual(Object.keys(corpora), Object.keys(SHARES));
  for (const [name, corpus] of Object.entries(corpora)) {
    assert.equal(corpus.length, DOCUMENTS);
    const { count, first } = await page.evaluate(
      async (corpus) => (await import("/support/html-trees.mjs")).compare(corpus),
      corpus,
    );
    const share = (100 * (DOCUMENTS - count)) / DOCUMENTS;
    t.diagnostic(`${name.padEnd(18)} ${share.toFixed(2).padStart(6)} % of ${DOCUMENTS}`);
    if (share < SHARES[name]) short.push(`${name}: ${share} %, such as ${JSON.stringify(first, null, 1)}`);
  }
  assert.deepEqual(short, []);
});
