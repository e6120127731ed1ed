// Promise: under a CSP that allows nothing but the package, with Trusted Types required and no policy for them,
// everything renders, nothing runs and nothing is reported.

import assert from "node:assert/strict";
import { test } from "node:test";
import { htmlVectors } from "../support/vector-files.mjs";
import { openPage } from "./support/pages.mjs";

const CSP = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "connect-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "media-src 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

// Where a vector asks for another origin's images, the page's own policy would rightly report them.
const quiet = htmlVectors.filter(({ options }) => options?.images === undefined);

test("no HTML vector runs or fetches anything in Chromium", async (t) => {
  const page = await openPage(t, CSP);
  const { problems, reports } = await page.evaluate(
    async (text) => (await import("/support/html-page.mjs")).renderAll(JSON.parse(text)),
    JSON.stringify(quiet),
  );
  assert.deepEqual(problems, []);
  assert.equal(reports, 0);
});

test("the page would have noticed", async (t) => {
  const page = await openPage(t);
  const { problems } = await page.evaluate(async () => {
    const { renderAll } = await import("/support/html-page.mjs");
    const { until } = await import("/support/until.mjs");
    // A page that trusts markup, as the control.
    const observer = new MutationObserver(() => {
      observer.disconnect();
      document.body.insertAdjacentHTML("beforeend", "<img src=x onerror=alert(1)>");
    });
    observer.observe(document.body, { childList: true });
    const found = await renderAll([{ reason: "control", input: "<p>x</p>" }]);
    await until(() => found.problems.length > 0);
    return found;
  });
  assert.deepEqual(problems, ["alert ran"]);
});
