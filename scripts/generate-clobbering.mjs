#!/usr/bin/env node
// Writes the names that an `id` or a `name` must not take in a page's own tree: the properties of window, document and
// forms, as Chromium has them. A name that a form control or an image has would stand in their place.
//
//   node scripts/generate-clobbering.mjs

import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { root } from "./lib/process.mjs";

// Only a secure context has all of them, and the loopback host is one.
const server = createServer((_, response) => response.setHeader("content-type", "text/html").end("<!doctype html>"));
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
  ],
});
try {
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  const names = await page.evaluate(() => {
    const found = new Set();
    for (const start of [window, document, document.createElement("form")]) {
      for (let each = start; each !== null; each = Object.getPrototypeOf(each)) {
        for (const name of Object.getOwnPropertyNames(each)) found.add(name);
      }
    }
    return [...found];
  });
  // Interfaces and constants are the window's own, which no element hides.
  const kept = names.filter((name) => /^[a-z_$][\w$]*$/.test(name)).sort();
  writeFileSync(join(root, "src/html/policy/clobbering.txt"), `${kept.join("\n")}\n`);
  console.log(`${kept.length} names`);
} finally {
  await browser.close();
  server.close();
}
