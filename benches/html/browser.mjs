// The page in which all cases run that need a DOM.
import { join } from "node:path";
import { root } from "../../scripts/lib/process.mjs";
import { openPage } from "../lib/browser.mjs";

/** @param {string | null} pkg the package's folder */
export async function openBrowser(pkg) {
  const { page, version, close } = await openPage(pkg, { "/dompurify/": join(root, "node_modules/dompurify/dist") });
  return {
    version,
    /** `time` of page.mjs. */
    async time(markup, task) {
      const run = async ([markup, task]) => (await import("/benches/html/page.mjs")).time(markup, task);
      return new Map(await page.evaluate(run, [markup, task]));
    },
    close,
  };
}
