// A page that may import the unpacked package and what tests run in it, under a policy of the test's choice.

import { createReadStream, existsSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { chromium as chromiumPath } from "../../../scripts/setup.mjs";

const tests = fileURLToPath(new URL("../..", import.meta.url));
const folders = { "/vitrine/": join(tests, "node_modules/vitrine"), "/support/": join(tests, "support") };
const types = { ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm" };

/** An empty page whose CSP is `policy`, until the test `t` ends. */
export async function openPage(t, policy = "") {
  const server = createServer((request, response) => {
    const prefix = Object.keys(folders).find((path) => request.url.startsWith(path));
    const file = prefix && join(folders[prefix], request.url.slice(prefix.length));
    if (request.url === "/") {
      if (policy) response.setHeader("content-security-policy", policy);
      return response.setHeader("content-type", "text/html").end("<!doctype html><title>test</title><body>");
    }
    if (!file || !existsSync(file)) return response.writeHead(404).end();
    response.setHeader("content-type", types[extname(file)] ?? "application/octet-stream");
    return createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  const args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"];
  const browser = await chromium.launch({ executablePath: chromiumPath(), args });
  t.after(() => browser.close());
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  return page;
}
