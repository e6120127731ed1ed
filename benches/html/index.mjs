// The cases of `npm run bench -- html`.
import { selectCases } from "../lib/args.mjs";
import { lines, measure } from "../lib/measure.mjs";
import { loadPackage, locatePackage } from "../lib/package.mjs";
import { openBrowser } from "./browser.mjs";
import { llmMarkup } from "./corpus.mjs";
import { HOSTILE } from "./hostile.mjs";
import { contestants } from "./node.mjs";

const SIZES = { small: 600, medium: 8 << 10, large: 64 << 10 };
const EVERYONE = ["ours", "dompurify", "dompurify-fragment", "innerhtml", "sethtml"];
const HOSTILE_PEERS = ["ours", "dompurify", "innerhtml"];

const CASES = {
  ...Object.fromEntries(Object.keys(SIZES).map((size) => [size, (setting) => inPage(setting, size, false)])),
  "attached-medium": (setting) => inPage(setting, "medium", true),
  "node-medium": inNode,
  ...Object.fromEntries(Object.keys(HOSTILE).map((name) => [name, (setting) => hostile(setting, HOSTILE[name])])),
};

/** @returns {Promise<{cases: (() => Promise<object>)[], env: object, close: () => Promise<void>}>} */
export async function prepare(options) {
  const names = selectCases(Object.keys(CASES), options.cases);
  const pkg = options.peersOnly ? null : await locatePackage(options.pkg);
  const vitrine = pkg && (await loadPackage(pkg, "html"));
  const browser = await openBrowser(pkg);
  const setting = { ...options, browser, vitrine };
  return {
    cases: names.map((name) => async () => ({ case: name, unit: "ms", ...(await CASES[name](setting)) })),
    env: { chromium: browser.version },
    close: () => browser.close(),
  };
}

async function inPage(setting, size, attached) {
  const markup = llmMarkup(SIZES[size]);
  const where = attached ? "an element of the page" : "a detached element";
  const about = `${markup.length} characters into ${where}`;
  return { about, ...(await timed(setting, markup, { contestants: EVERYONE, attached, compare: true })) };
}

async function inNode({ vitrine, ...setting }) {
  const markup = llmMarkup(SIZES.medium);
  return {
    about: `${markup.length} characters to a string, in Node`,
    ...measure(await contestants(vitrine, markup), setting),
  };
}

function hostile(setting, { about, markup, alone = false }) {
  const names = alone ? ["ours"] : HOSTILE_PEERS;
  const row = timed(setting, markup, { contestants: names, attached: false, compare: false });
  return row.then((times) => ({ about, ...times }));
}

async function timed({ browser, vitrine, runs, variants }, markup, task) {
  const names = task.contestants.filter((name) => vitrine || name !== "ours");
  const times = await browser.time(markup, { ...task, contestants: names, runs });
  const ran = names.map((name) => ({ name, variant: "" })).filter(({ name }) => times.has(`${name}/`));
  return lines(ran, times, variants);
}
