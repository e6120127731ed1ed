// Promise: whatever comes in, nothing of it runs, nothing is reported and nothing off the policy comes about, rendered
// and as text that is parsed and written again twice in hostile contexts.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openFuzzPage } from "./support/fuzz.mjs";

const CASES = 2400;
const BATCH = 200;
// Another seed each day would find more and be found out less; `npm run fuzz` takes new ones.
const SEED = 20_260_101;

test(`${CASES} fuzz cases do no harm`, async (t) => {
  const page = await openFuzzPage(t);
  let rendered = 0;
  for (let seed = SEED; seed < SEED + CASES / BATCH; seed += 1) {
    const found = await page.fuzz(seed, BATCH);
    assert.deepEqual(found.problems, [], `seed ${seed}`);
    assert.equal(found.reports, 0, `seed ${seed}`);
    rendered += found.rendered;
  }
  t.diagnostic(`seeds from ${SEED}: ${CASES} cases, ${rendered} elements`);
  assert.ok(rendered > 10 * CASES, `only ${rendered} elements: the cases test nothing`);
});

test("every vector does no harm", async (t) => {
  const page = await openFuzzPage(t);
  const { problems, reports } = await page.check(page.corpus, false);
  assert.deepEqual(problems, []);
  assert.equal(reports, 0);
});

test("a page that trusts the same vectors is found out", async (t) => {
  const page = await openFuzzPage(t);
  const { problems, reports } = await page.check(page.corpus, true);
  const telling = (pattern) => problems.filter((problem) => pattern.test(problem)).length;
  t.diagnostic(`${problems.length} problems, ${reports} reports`);
  for (const pattern of [
    /alert ran/,
    /a CSP report/,
    /<script>/,
    /no such attribute/,
    /leads to javascript:/,
    /fetches /,
  ])
    assert.ok(telling(pattern) > 3, `${pattern} was seen ${telling(pattern)} times`);
});
