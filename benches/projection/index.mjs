// `npm run bench -- projection`: its cases in this process, or with `--browser` in a page.
import { selectCases } from "../lib/args.mjs";
import { loadPackage, locatePackage } from "../lib/package.mjs";
import { openBrowser } from "./browser.mjs";
import { CASE_NAMES, runCase } from "./cases.mjs";

/** @returns {Promise<{cases: (() => Promise<object>)[], env?: object, close?: () => Promise<void>}>} */
export async function prepare(options) {
  const names = selectCases(CASE_NAMES, options.cases);
  return options.browser ? inBrowser(names, options) : inNode(names, options);
}

async function inNode(names, { peersOnly, pkg, ...options }) {
  const vitrine = peersOnly ? null : await loadPackage(pkg, "turns");
  return { cases: names.map((name) => () => runCase(name, vitrine, options)) };
}

async function inBrowser(names, { peersOnly, pkg, ...options }) {
  const browser = await openBrowser(peersOnly ? null : await locatePackage(pkg));
  return {
    cases: names.map((name) => () => browser.runCase(name, options)),
    env: { chromium: browser.version },
    close: browser.close,
  };
}
