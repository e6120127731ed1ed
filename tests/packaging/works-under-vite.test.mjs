// Promise: under Vite, in development and built, a page decodes a turn with no configuration; built, also under a
// strict Content Security Policy.

import assert from "node:assert/strict";
import test from "node:test";
import { build, createServer, preview } from "vite";
import { launchChromium } from "../../scripts/lib/launch-chromium.mjs";
import { bundle, page, projected } from "../support/page.mjs";
import { project } from "./support/project.mjs";

const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; require-trusted-types-for 'script'";

const FILES = {
  "index.html": '<!doctype html><title>page</title><script type="module" src="/main.js"></script>',
  // Browsers ask for one, and its absence would stand in the console.
  "public/favicon.ico": "",
  "main.js": `
import { init, Registry, TurnBatch } from "vitrine";
await init();
const batch = new TurnBatch(Uint8Array.from(${JSON.stringify([...page()])}));
document.body.textContent = JSON.stringify(batch.project(new Registry(${JSON.stringify(bundle)})));
`,
};

test("Vite", async (t) => {
  const root = await project(t, FILES, { type: "module" });
  const common = { root, configFile: false, logLevel: "error" };
  const browser = await launchChromium();
  t.after(() => browser.close());

  await t.test("development", async (t) => {
    const server = await createServer({ ...common, server: { host: "127.0.0.1", port: 0 } });
    t.after(() => server.close());
    await server.listen();
    await decodes(browser, address(server));
  });

  await t.test("built, under a strict policy", async (t) => {
    await build(common);
    const headers = { "Content-Security-Policy": POLICY };
    const server = await preview({ ...common, preview: { host: "127.0.0.1", port: 0, headers } });
    t.after(() => server.close());
    const answer = await fetch(address(server));
    assert.equal(answer.headers.get("content-security-policy"), POLICY);
    await decodes(browser, address(server));
  });
});

function address(server) {
  return `http://127.0.0.1:${server.httpServer.address().port}/`;
}

/** The page shows the turn, and its console nothing. */
async function decodes(browser, url) {
  const tab = await browser.newPage();
  const problems = [];
  tab.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") problems.push(message.text());
  });
  tab.on("pageerror", (error) => problems.push(String(error)));
  await tab.goto(url);
  await tab
    .waitForFunction(() => document.body.textContent.startsWith("["), undefined, { timeout: 20_000 })
    .catch(() => {
      assert.fail(`No turn was shown. The console says: ${problems.join("\n") || "nothing"}`);
    });
  assert.deepEqual(JSON.parse(await tab.textContent("body")), [projected]);
  assert.deepEqual(problems, []);
  await tab.close();
}
