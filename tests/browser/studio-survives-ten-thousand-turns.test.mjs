// Ten thousand turns can be paged to the root and scrolled through: the page holds only what is near the window.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { blake3, encodeTurn, Registry } from "vitrine";
import { Stand, selection } from "./support/studio.mjs";
import { Writer } from "./support/wire.mjs";

const TURNS = 10_000;
const CONNECTIONS = 40;
const TYPE = { typeId: "com.example.Line", typeVersion: 1 };
const BUNDLE = {
  registry_version: 1,
  bundle_id: "ten-thousand",
  types: {
    "com.example.Line": {
      versions: { 1: { fields: { 1: { name: "role", type: "string" }, 2: { name: "text", type: "string" } } } },
    },
  },
};

let stand;
let context;
before(async () => {
  stand = await Stand.open({ sample: false });
  await stand.client.putBundle(BUNDLE);
  context = await fill(stand.host.wire);
});
after(() => stand.close());

test("to the root of ten thousand turns and back", async (t) => {
  const page = await stand.visit({ context });
  await page.locator("[data-turn]").first().waitFor();
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Performance.enable");

  const started = Date.now();
  await page.keyboard.press("g");
  await page.keyboard.press("g");
  await page.getByRole("main").getByText("Beginning of the conversation").waitFor({ timeout: 60_000 });
  t.diagnostic(`to the root in ${Date.now() - started} ms`);
  const { turnId } = await selection(page);
  assert.equal(await page.locator(`#turn-${turnId}`).getAttribute("aria-posinset"), "1");

  const { frames, most } = await page.evaluate(scrollThrough);
  frames.sort((a, b) => a - b);
  const at = (part) => Math.round(frames[Math.floor((frames.length - 1) * part)]);
  const heap = await heapOf(cdp);
  t.diagnostic(
    `frames while scrolling: median ${at(0.5)} ms, 95 % ${at(0.95)} ms; heap ${heap} MB; ${most} turns drawn`,
  );
  assert.ok(most < 300, `${most} turns were in the page at once`);
  assert.ok(at(0.5) < 100, `half of the frames took over ${at(0.5)} ms`);
  assert.ok(heap < 150, `the heap has ${heap} MB`);

  await page.keyboard.press("G");
  const last = await selection(page);
  assert.equal(await page.locator(`#turn-${last.turnId}`).getAttribute("aria-posinset"), String(TURNS));
});

/** Runs in the page: scrolls fast for 200 frames; gives their durations and the most turns that were drawn. */
async function scrollThrough() {
  const scroller = document.querySelector(".scroller");
  const frames = [];
  let most = 0;
  let last = performance.now();
  for (let frame = 0; frame < 200; frame += 1) {
    scroller.scrollBy(0, 900);
    const now = await new Promise(requestAnimationFrame);
    frames.push(now - last);
    last = now;
    most = Math.max(most, document.querySelectorAll("[data-turn]").length);
  }
  return { frames, most };
}

async function heapOf(cdp) {
  await cdp.send("HeapProfiler.collectGarbage");
  const { metrics } = await cdp.send("Performance.getMetrics");
  return Math.round(metrics.find(({ name }) => name === "JSHeapUsedSize").value / 1e6);
}

/** Appends over many connections, so that the host can share its syncs; which turn comes first does not matter. */
async function fill(address) {
  const registry = new Registry(BUNDLE);
  const writers = await Promise.all(Array.from({ length: CONNECTIONS }, () => Writer.to(address)));
  const contextId = await writers[0].createContext();
  await Promise.all(
    writers.map(async (writer, index) => {
      for (let number = index; number < TURNS; number += CONNECTIONS) {
        const text = `Line ${number}. `.repeat(1 + (number % 60));
        const payload = encodeTurn(TYPE, { role: number % 3 === 0 ? "user" : "assistant", text }, registry);
        await writer.append(contextId, { ...TYPE, payload, hash: blake3(payload) });
      }
      writer.close();
    }),
  );
  return contextId;
}
