#!/usr/bin/env node
// Writes the names that an `id` or a `name` must not take in a page's own tree: the properties of window, document and
// forms, as Chromium has them. A name that a form control or an image has would stand in their place.
//
//   node scripts/generate-clobbering.mjs

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { launchChromium } from "./lib/launch-chromium.mjs";
import { root } from "./lib/process.mjs";
import { serveFolders } from "./lib/serve-folders.mjs";

// Only a secure context has all of them, and the loopback host is one.
const server = await serveFolders({});
const browser = await launchChromium();
try {
  const page = await browser.newPage();
  await page.goto(`${server.url}/`);
  const names = await page.evaluate(() => {
    const names = (start) => {
      const found = new Set();
      for (let each = start; each !== null; each = Object.getPrototypeOf(each)) {
        for (const name of Object.getOwnPropertyNames(each)) found.add(name);
      }
      return [...found];
    };
    // Elements come after what the window has itself, so its interfaces and constants, all of capitals, cannot be hidden.
    // They come before all that a document or a form has.
    const ofWindow = names(window).filter((name) => !/^[A-Z]/.test(name));
    return [...new Set([...ofWindow, ...names(document), ...names(document.createElement("form"))])];
  });
  const kept = names.filter((name) => /^[a-z_$][\w$]*$/i.test(name)).sort();
  writeFileSync(join(root, "src/html/policy/clobbering.txt"), `${kept.join("\n")}\n`);
  console.log(`${kept.length} names`);
} finally {
  await browser.close();
  server.close();
}
