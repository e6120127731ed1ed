// A real host over a temporary folder, the built Studio, and a Chromium that looks at it.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vitrine from "vitrine";
import { startHost } from "../../../scripts/lib/host.mjs";
import { launchChromium } from "../../../scripts/lib/launch-chromium.mjs";
import { writeSample } from "../../../scripts/lib/sample.mjs";
import { serveStudio } from "../../../scripts/lib/serve-studio.mjs";

/** Where everything of a test stands; `close()` ends it all and takes the data away. */
export class Stand {
  #pages = [];

  /** `sample`: with the sample data in it. */
  static async open({ sample = true } = {}) {
    await vitrine.init();
    const stand = new Stand();
    stand.data = mkdtempSync(join(tmpdir(), "vitrine-studio-"));
    stand.studio = await serveStudio();
    await stand.startHost();
    if (sample) await writeSample(stand.host);
    stand.browser = await launchChromium();
    return stand;
  }

  /** Starts the host over the same data; at the same ports when it has run before. */
  async startHost() {
    const [wire, http] = [this.host?.wire.split(":")[1], this.host && new URL(this.host.http).port];
    this.host = await startHost({ data: this.data, wire, http, origins: [this.studio.url] });
    this.client = new vitrine.VitrineClient({ baseUrl: this.host.http });
  }

  /**
   * Opens the Studio at `query` and waits until it is at rest. What the page complains about fails the test at
   * `close()`, except what `expected` matches.
   */
  async visit(query = {}, { width = 1440, height = 900, dark = false, bypassCSP = false, expected } = {}) {
    const context = await this.browser.newContext({
      viewport: { width, height },
      colorScheme: dark ? "dark" : "light",
      reducedMotion: "reduce",
      locale: "en-GB",
      timezoneId: "UTC",
      bypassCSP,
    });
    const page = await context.newPage();
    const complaints = [];
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
    });
    this.#pages.push({ complaints, expected });
    await page.goto(this.url(query));
    await page.locator("[data-view]").waitFor();
    return page;
  }

  url(query = {}) {
    return `${this.studio.url}/?${new URLSearchParams({ host: this.host.http, ...query })}`;
  }

  /** The context of the sample's main line: the oldest. */
  async mainContext() {
    const contexts = await this.client.contexts({ limit: 1000 });
    return contexts.at(-1);
  }

  /** Every turn of a context, decoded, from the root on. */
  async allTurns(contextId) {
    const { turns } = await this.client.turns(contextId, { limit: 1000, includeUnknown: true });
    assert.equal(turns[0]?.depth, 0, "the context fits one page");
    return turns;
  }

  async blob(hash) {
    const response = await fetch(`${this.host.http}/v1/blobs/${hash}`);
    assert.equal(response.status, 200);
    return new Uint8Array(await response.arrayBuffer());
  }

  async close() {
    await this.browser?.close();
    await this.host?.stop();
    await this.studio?.stop();
    rmSync(this.data, { recursive: true, force: true });
    for (const { complaints, expected } of this.#pages) {
      const unexpected = complaints.filter((text) => !expected?.test(text));
      assert.deepEqual(unexpected, [], "nothing in the console, no security policy violation");
    }
  }
}

/** The card of a turn. */
export function card(page, turnId) {
  return page.locator(`#turn-${turnId}`);
}

/** The id of the turn that is selected, and whether it has the focus. */
export function selection(page) {
  return page.evaluate(() => {
    const selected = document.querySelector('[data-turn][data-selected="true"]');
    return { turnId: selected?.getAttribute("data-turn"), focused: selected === document.activeElement };
  });
}
