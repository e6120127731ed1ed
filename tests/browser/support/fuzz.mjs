// Fuzzing in Chromium: the page that does it, and one call for a number of cases.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { htmlVectors } from "../../support/vector-files.mjs";
import { openPage } from "./pages.mjs";

// Reported, not enforced: what a policy would stop should run here, so that the traps see it. Round trips parse
// `style` attributes, which is why those are allowed; that rendering needs no such permission has its own test.
const REPORTED = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "connect-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data:",
  "media-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

const tables = readFileSync(fileURLToPath(new URL("../../../js/src/html/tables.ts", import.meta.url)), "utf8");
const [html, svg, attributes] = [...tables.matchAll(/"(.+)"\.split/g)].map(([, names]) => names.split(" "));
const corpus = htmlVectors.map(({ input }) => input);

/** A page with the traps set, until the test `t` ends. */
export async function openFuzzPage(t) {
  const page = await openPage(t, { "content-security-policy-report-only": REPORTED });
  const prepare = async (names) => (await import("/support/html-contexts.mjs")).prepare(names);
  await page.evaluate(prepare, { elements: [...html, ...svg], attributes });
  const call = (name, ...args) =>
    page.evaluate(
      async ([name, ...args]) => (await import("/support/html-contexts.mjs"))[name](...args),
      [name, ...args],
    );
  return {
    /** Runs `count` cases of a seed. */
    fuzz: (seed, count) => call("fuzz", seed, count, corpus),
    /** Runs given cases; `trust` leaves the engine out. */
    check: (cases, trust) => call("check", cases, trust),
    corpus,
  };
}
