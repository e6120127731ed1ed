// What axe-core finds on a page. The page must let the script in (`bypassCSP`).

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Findings by rule, with the first elements of each; also targets that are too small to hit, which axe leaves out. */
export async function axeFindings(page) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() =>
    globalThis.axe.run(document, { rules: { "target-size": { enabled: true } } }),
  );
  return violations.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.slice(0, 6).map(({ html }) => html) }));
}
