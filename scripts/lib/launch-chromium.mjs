// The Chromium of set-up, for tests, benchmarks and scripts: it asks nobody but the pages that it is given.

import { chromium as path } from "../setup.mjs";

const QUIET = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/** Starts it. @param {string[]} more further flags */
export async function launchChromium(more = []) {
  // Not before set-up has installed it.
  const { chromium } = await import("playwright-core");
  return chromium.launch({ executablePath: path(), args: [...QUIET, ...more] });
}
