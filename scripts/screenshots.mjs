#!/usr/bin/env node
// The README's pictures of the Studio, light and dark, on the sample data: the same picture at every run, as far as
// the machine's fonts are the same.
//
//   npm run screenshots

import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startHost } from "./lib/host.mjs";
import { launchChromium } from "./lib/launch-chromium.mjs";
import { output, root, Stop } from "./lib/process.mjs";
import { writeSample } from "./lib/sample.mjs";
import { serveStudio } from "./lib/serve-studio.mjs";
import { setup } from "./setup.mjs";

const PICTURES = join(root, "docs/pictures");
const SIZE = { width: 1440, height: 900 };
/** The sample's first picture is nearer to the root than this. */
const MOST_STEPS = 100;
/** What the pictures in the repository were made with. */
const FONTS = ["Inter", "JetBrains Mono"];

try {
  await take();
} catch (error) {
  console.error(error instanceof Stop ? `\n${error.message}` : error);
  process.exitCode = 1;
}

async function take() {
  await setup({ only: ["basics", "npm", "chromium"] });
  for (const font of FONTS) {
    if (!output("fc-list", [font])) {
      console.log(`${font} is not installed; the pictures will differ. On Debian: fonts-inter, fonts-jetbrains-mono`);
    }
  }
  const data = mkdtempSync(join(tmpdir(), "vitrine-pictures-"));
  const studio = await serveStudio();
  const host = await startHost({ data, origins: [studio.url] });
  const browser = await launchChromium();
  try {
    await writeSample(host);
    mkdirSync(PICTURES, { recursive: true });
    const address = `${studio.url}/?host=${encodeURIComponent(host.http)}`;
    await picture(browser, address, "light", "studio.png");
    await picture(browser, address, "dark", "studio-dark.png");
    await workspace(browser, studio.url, "light", "workspace.png");
    await workspace(browser, studio.url, "dark", "workspace-dark.png");
  } finally {
    await browser.close();
    await host.stop();
    await studio.stop();
    rmSync(data, { recursive: true, force: true });
  }
}

/** The main line at its first picture, with that turn's details open. */
async function picture(browser, address, colorScheme, name) {
  const page = await openPage(browser, colorScheme);
  // Ports are free ones; the picture shows the default.
  await page.goto(address);
  await page.locator(".context", { hasText: "Main line" }).click();
  await page.locator("[data-turn]").last().waitFor();
  await page.keyboard.type("gg");
  await page.getByRole("main").getByText("Beginning of the conversation").waitFor();
  const turn = page.locator("[data-turn]", { has: page.locator("img") }).first();
  // Only what is near the window is in the page: walk until a picture is.
  for (let steps = 0; steps < MOST_STEPS && (await turn.count()) === 0; steps += 1) await page.keyboard.press("j");
  await turn.locator(".turn-number").click();
  await turn.locator("img").evaluate((image) => image.scrollIntoView({ block: "center" }));
  await page.locator(".host-url").evaluate((input) => {
    input.value = "http://127.0.0.1:9010";
  });
  await shoot(page, name);
}

/** The workspace with three windows, and what came of them. */
async function workspace(browser, url, colorScheme, name) {
  const page = await openPage(browser, colorScheme);
  await page.goto(`${url}/?view=workspace`);
  for (const example of ["A table that", "Shopping list", "Notes"]) {
    const option = page.locator("option", { hasText: example });
    await page.getByLabel("Examples").selectOption(await option.getAttribute("value"));
    await page.getByRole("button", { name: "Apply" }).click();
    await page
      .getByRole("dialog")
      .filter({ has: page.locator("button, td") })
      .last()
      .waitFor();
  }
  const notes = page.getByRole("dialog", { name: "Notes" });
  await notes.getByLabel("Title").fill("Milk and bread");
  await notes.getByRole("button", { name: "Save" }).click();
  await notes.getByText("Saved:").waitFor();
  await shoot(page, name);
}

async function openPage(browser, colorScheme) {
  const options = { viewport: SIZE, colorScheme, reducedMotion: "reduce", locale: "en-GB", timezoneId: "UTC" };
  return (await browser.newContext(options)).newPage();
}

async function shoot(page, name) {
  await page.mouse.move(0, 0);
  await page.waitForTimeout(500);
  await page.screenshot({ path: join(PICTURES, name) });
  console.log(`docs/pictures/${name}`);
  await page.context().close();
}
