// The vectors that the native tests run, against the built package in Chromium.

import assert from "node:assert/strict";
import { createReadStream, existsSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { chromium as chromiumPath } from "../../scripts/setup.mjs";
import { vectors } from "../support/vector-files.mjs";

const tests = fileURLToPath(new URL("..", import.meta.url));
const folders = { "/vitrine/": join(tests, "node_modules/vitrine"), "/support/": join(tests, "support") };
const types = { ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm" };

/** Serves the unpacked package and the runner, and an empty page. */
function serve() {
  const server = createServer((request, response) => {
    const prefix = Object.keys(folders).find((path) => request.url.startsWith(path));
    const file = prefix && join(folders[prefix], request.url.slice(prefix.length));
    if (!file) return response.setHeader("content-type", "text/html").end("<!doctype html><title>vectors</title>");
    if (!existsSync(file)) return response.writeHead(404).end();
    response.setHeader("content-type", types[extname(file)] ?? "application/octet-stream");
    return createReadStream(file).pipe(response);
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

test("every projection and registry vector holds in Chromium", async (t) => {
  const server = await serve();
  t.after(() => server.close());
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ["--no-sandbox", "--disable-gpu"] });
  t.after(() => browser.close());
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  const { count, failures } = await page.evaluate(async (text) => {
    const vitrine = await import("/vitrine/esm/index.js");
    const { runVectors } = await import("/support/vectors.mjs");
    await vitrine.init();
    return runVectors(vitrine, JSON.parse(text));
  }, JSON.stringify(vectors)); // as text: an argument's `__proto__` would not arrive
  assert.ok(count > 100, `only ${count} vectors ran`);
  assert.deepEqual(failures, []);
});
