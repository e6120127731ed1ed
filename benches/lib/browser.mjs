// One page of one Chromium, in which all cases run. It is isolated, which makes its clock fine.
import { fileURLToPath } from "node:url";
import { launchChromium } from "../../scripts/lib/launch-chromium.mjs";
import { serveFolders } from "../../scripts/lib/serve-folders.mjs";
import { setup } from "../../scripts/setup.mjs";

const benches = fileURLToPath(new URL("..", import.meta.url));
const ISOLATED = { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" };
/** Started, a browser goes on with work of its own on the cores that a page needs, for so many milliseconds. */
const SETTLE_MS = 2500;
/** As in Node: see run.mjs. */
const ENGINE_FLAGS = ["--js-flags=--expose-gc --no-flush-bytecode"];

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
  const browser = await launchChromium(ENGINE_FLAGS);
  const page = await browser.newPage();
  await page.goto(`${server.url}/`);
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  return {
    page,
    version: browser.version(),
    async close() {
      await browser.close();
      server.close();
    },
  };
}
