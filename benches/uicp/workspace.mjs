// The cases of `npm run bench -- uicp` that need a page.

import { openPage } from "../lib/browser.mjs";
import { lines } from "../lib/measure.mjs";
import { Random } from "../lib/random.mjs";

const WINDOWS = 4;
const OPERATIONS = 64;
const WORDS =
  "plan budget report order price review open next week notes owner risk answer — figure 🙂 margin late".split(" ");
const COMMAND = '[{"op":"dom.append","params":{"windowId":"w1","target":"#log","html":"{{value}}"}}]';

/** By name: `(setting) => row`, where `setting` has `pkg`, `runs`, `peersOnly` and `variants`. */
export const PAGE_CASES = { "apply-64": applied, "stream-20-windows": streamed };

/** A card of about 520 characters, as a model writes one. */
function card(seed) {
  const random = new Random(seed);
  const text = (count) => Array.from({ length: count }, () => random.pick(WORDS)).join(" ");
  const items = Array.from(
    { length: 3 },
    () => `\n    <li>${text(5)} <code>${random.integer(1, 999)}</code></li>`,
  ).join("");
  return `<article class="card" style="padding: 8px; margin: 0px">
  <h3>${text(3)}</h3>
  <p class="text-sm text-muted">${text(14)} <strong>${text(2)}</strong></p>
  <ul class="stack">${items}
  </ul>
  <button type="button" class="btn" data-command='${COMMAND}'>${text(1)}</button>
</article>`;
}

/** Each window gets a page of places first, then what belongs into each of them. */
function batch() {
  const places = OPERATIONS / WINDOWS - 1;
  const set = (windowId, target, html) => ({ op: "dom.set", params: { windowId, target, html } });
  return Array.from({ length: WINDOWS }, (_, window) => {
    const id = `w${window}`;
    const ids = Array.from({ length: places }, (_, place) => `place-${place}`);
    const skeleton = ids.map((each) => `<section id="${each}" class="card"></section>`).join("");
    return [set(id, "#root", skeleton), ...ids.map((each, n) => set(id, `#${each}`, card(window * 100 + n + 1)))];
  }).flat();
}

async function applied({ pkg, runs, variants }) {
  const operations = batch();
  const { page, close } = await openPage(pkg, {});
  try {
    const run = async ([batch, task]) => (await import("/benches/uicp/page.mjs")).timeApply(batch, task);
    const times = new Map(await page.evaluate(run, [operations, { runs, ours: true }]));
    const html = operations.reduce((sum, { params }) => sum + params.html.length, 0);
    const ran = ["ours", "innerhtml"].map((name) => ({ name, variant: "" }));
    const about = `${operations.length} operations over ${WINDOWS} windows, ${html} characters of HTML, from the batch to the page`;
    return { about, ...lines(ran, times, variants) };
  } finally {
    await close();
  }
}

async function streamed({ pkg, runs }) {
  const pieces = Array.from({ length: 16 }, (_, seed) => card(seed + 1));
  const { page, close } = await openPage(pkg, {});
  try {
    const run = async (task) => (await import("/benches/uicp/page.mjs")).timeStream(task);
    const seconds = Math.max(2, runs / 5);
    const inOrder = await page.evaluate(run, { windows: 20, seconds, pieces });
    const frames = inOrder.toSorted((a, b) => a - b);
    const most = frames.at(-1);
    return {
      about: `${frames.length} frames, an append to each of 20 windows in each; the longest that our script took of a frame`,
      ours: { name: "ours", variant: "", median: most, least: frames[0], spread: 0, samples: frames.length },
      peers: [],
      all: [],
      figures: {
        median_ms: frames[frames.length >> 1],
        first_frame_ms: inOrder[0],
        over_16_ms: frames.filter((each) => each > 16).length,
      },
    };
  } finally {
    await close();
  }
}
