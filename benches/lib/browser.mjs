// One page of one Chromium, in which all cases run. It is isolated, which makes its clock fine.
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { serveFolders } from "../../scripts/lib/serve-folders.mjs";
import { chromium as chromiumPath, setup } from "../../scripts/setup.mjs";

const benches = fileURLToPath(new URL("..", import.meta.url));
const ISOLATED = { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" };
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

/**
 * An empty page that may import from `/benches/`, from `/vitrine/` and from other folders.
 * @param {string | null} pkg the package's folder
 * @param {Record<string, string>} folders by the prefix of their address
 */
export async function openPage(pkg, folders) {
  await setup({ only: ["chromium"] });
  const all = { "/benches/": benches, ...folders };
  if (pkg) all["/vitrine/"] = pkg;
  const server = await serveFolders(all, ISOLATED);
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ARGS });
  const page = await browser.newPage();
  await page.goto(`${server.url}/`);
  return {
    page,
    version: browser.version(),
    async close() {
      await browser.close();
      server.close();
    },
  };
}
