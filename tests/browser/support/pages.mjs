// A page that may import the unpacked package and what tests run in it, under a policy of the test's choice.

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { launchChromium } from "../../../scripts/lib/launch-chromium.mjs";
import { serveFolders } from "../../../scripts/lib/serve-folders.mjs";

const tests = fileURLToPath(new URL("../..", import.meta.url));
const folders = { "/vitrine/": join(tests, "node_modules/vitrine"), "/support/": join(tests, "support") };
// Whatever markup names, nothing but this machine is asked.
const args = ["--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"];

/**
 * An empty page until the test `t` ends.
 * @param {string | Record<string, string>} policy its CSP, or headers
 * @param {{folders?: Record<string, string>}} [options] further folders that it may import from
 */
export async function openPage(t, policy = "", { folders: more } = {}) {
  const headers = typeof policy === "string" ? policy && { "content-security-policy": policy } : policy;
  const server = await serveFolders({ ...folders, ...more }, headers || {});
  t.after(() => server.close());
  const browser = await launchChromium(args);
  t.after(() => browser.close());
  const page = await browser.newPage();
  await page.goto(`${server.url}/`);
  return page;
}
