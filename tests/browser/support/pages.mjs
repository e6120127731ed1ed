// A page that may import the unpacked package and what tests run in it, under a policy of the test's choice.

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { serveFolders } from "../../../scripts/lib/serve-folders.mjs";
import { chromium as chromiumPath } from "../../../scripts/setup.mjs";

const tests = fileURLToPath(new URL("../..", import.meta.url));
const folders = { "/vitrine/": join(tests, "node_modules/vitrine"), "/support/": join(tests, "support") };
const args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"];

/**
 * An empty page whose CSP is `policy`, until the test `t` ends.
 * @param {(address: string) => void} [seen] is told of every request to its server
 */
export async function openPage(t, policy = "", seen) {
  const server = await serveFolders(folders, policy ? { "content-security-policy": policy } : {}, seen);
  t.after(() => server.close());
  const browser = await chromium.launch({ executablePath: chromiumPath(), args });
  t.after(() => browser.close());
  const page = await browser.newPage();
  await page.goto(`${server.url}/`);
  return page;
}
