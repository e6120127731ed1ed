// One page of one Chromium, in which all cases run. It is isolated, which makes its clock fine.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { serveFolders } from "../../scripts/lib/serve-folders.mjs";
import { chromium as chromiumPath, setup } from "../../scripts/setup.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  // As in Node: see run.mjs.
  "--js-flags=--expose-gc --no-flush-bytecode",
];

/** @param {string | null} pkg the package's folder */
export async function openBrowser(pkg) {
  await setup({ only: ["chromium"] });
  const folders = { "/benches/": join(root, "benches"), "/dompurify/": join(root, "node_modules/dompurify/dist") };
  if (pkg) folders["/vitrine/"] = pkg;
  const isolated = { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" };
  const server = await serveFolders(folders, isolated);
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ARGS });
  const page = await browser.newPage();
  await page.goto(`${server.url}/`);
  return {
    version: browser.version(),
    /** `time` of page.mjs. */
    async time(markup, task) {
      const run = async ([markup, task]) => (await import("/benches/html/page.mjs")).time(markup, task);
      return new Map(await page.evaluate(run, [markup, task]));
    },
    async close() {
      await browser.close();
      server.close();
    },
  };
}
