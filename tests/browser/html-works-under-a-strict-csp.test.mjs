// Promise: where the page allows nothing but its own scripts and styles, and requires Trusted Types without a policy,
// everything works and nothing is reported; and whose images are fetched is decided by the `images` option alone.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { until } from "../support/until.mjs";
import { htmlVectors } from "../support/vector-files.mjs";
import { openPage } from "./support/pages.mjs";

// `connect-src` is for the wasm file.
const STRICT =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'";
const BUILDER = fileURLToPath(new URL("../../js/src/html/builder.ts", import.meta.url));

/** The page under the policy, its violations counted. */
async function open(t, policy, folders) {
  const page = await openPage(t, policy, { folders });
  await page.evaluate(async () => {
    window.violations = [];
    addEventListener("securitypolicyviolation", (event) =>
      window.violations.push(`${event.effectiveDirective} ${event.blockedURI}`),
    );
    window.vitrine = await import("/vitrine/esm/html.js");
    await window.vitrine.init();
  });
  return page;
}

/** What the browser reported, once it had the time to. */
const violations = async (page) => {
  await page.waitForTimeout(200);
  return page.evaluate(() => window.violations);
};

const MARKUP = `<h2 style="color: rgb(1, 2, 3)">Title</h2><form><label for="e-mail">E-mail</label><input id="e-mail">
<select><option>a<option selected>b</select><button>go</button></form>
<table><tr><td style="text-align: right">1</table><svg viewBox="0 0 8 8"><path d="M0 0L8 8" style="stroke: rgb(4, 5, 6)"/></svg>
<p onclick="x()">text <script>x()</script><a href="javascript:x()">link</a>`;

test("rendering works in all modes and in islands", async (t) => {
  const page = await open(t, STRICT);
  const found = await page.evaluate((markup) => {
    const { createIsland, renderHtml, sanitizeHtml } = window.vitrine;
    const host = document.body.appendChild(document.createElement("div"));
    const { removed } = renderHtml(host, markup);
    const first = host.querySelector("h2");
    renderHtml(host, "<p class=last>more</p>", { mode: "append" });
    renderHtml(first, "<h3 class=new>New</h3>", { mode: "replace" });
    const island = createIsland(document.body.appendChild(document.createElement("section")));
    renderHtml(island, markup);
    const { color } = getComputedStyle(island.querySelector("h2"));
    const { contain, display } = getComputedStyle(island.host);
    const { stroke } = getComputedStyle(host.querySelector("path"));
    const { selectedIndex } = host.querySelector("select");
    island.querySelector("button").click();
    host.querySelector("button").click();
    return {
      removed: removed.map(({ what, name }) => `${what} ${name}`),
      children: [...host.children].map((each) => `${each.localName} ${each.getAttribute("class") ?? ""}`.trim()),
      color,
      contain,
      display,
      stroke,
      selectedIndex,
      sanitized: sanitizeHtml(markup).html.includes('style="color: rgb(1, 2, 3)"'),
    };
  }, MARKUP);
  assert.deepEqual(found, {
    removed: ["attribute onclick", "element script", "url href"],
    children: ["h3 new", "form", "table", "svg", "p", "p last"],
    color: "rgb(1, 2, 3)",
    contain: "content",
    display: "block",
    stroke: "rgb(4, 5, 6)",
    selectedIndex: 1,
    sanitized: true,
  });
  assert.deepEqual(await violations(page), []);
});

test("op buffers change what is there", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "vitrine-builder-"));
  t.after(() => rmSync(folder, { recursive: true }));
  await build({ entryPoints: [BUILDER], bundle: true, format: "esm", outfile: join(folder, "builder.js") });
  const page = await open(t, STRICT, { "/built/": folder });
  const found = await page.evaluate(async () => {
    const { apply } = await import("/built/builder.js");
    const main = document.body.appendChild(document.createElement("main"));
    const op = (code, payload = 0) => (payload << 4) | code;
    const nodes = [main];
    // Open `a`, keep it as 1, text, close; open `abbr`, keep it as 2, close; place; change both.
    const words = [op(5, 0), op(0, 0), op(7, 1), op(2, 2), op(1), op(0, 1), op(7, 2), op(1), op(6, 0)];
    words.push(op(5, 1), op(10, 4), op(5, 2), op(8));
    apply({ words: Uint32Array.from(words), texts: { ascii: "xyz", wide: "" }, ascii: 0, wide: 0 }, nodes);
    return main.innerHTML;
  });
  assert.equal(found, "<a>yz</a>");
  assert.deepEqual(await violations(page), []);
});

test("markup that is set as a string is what such a page refuses", async (t) => {
  const page = await open(t, STRICT);
  const refused = await page.evaluate(() => {
    try {
      document.body.innerHTML = "<p style='color: red'>x</p>";
      return false;
    } catch (error) {
      return error instanceof TypeError;
    }
  });
  assert.ok(refused);
  assert.equal((await violations(page)).length, 1);
});

// Here the page allows all images, so that the engine alone decides.
const OPEN_IMAGES = `${STRICT}; img-src * data:; media-src * data:`;
const PIXEL = Buffer.from("R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==", "base64");

test("only images that the option allows are fetched", async (t) => {
  const page = await open(t, OPEN_IMAGES);
  const own = new URL(page.url()).origin;
  const fetched = new Set();
  await page.route("**/*", (route) => {
    const url = route.request().url();
    if (url.startsWith(own)) return route.continue();
    fetched.add(url);
    return route.fulfill({ contentType: "image/gif", body: PIXEL });
  });
  // Waits for as many requests as are expected, and for none a little: one that nobody expects would come as quickly.
  const render = async (markup, options, expected = 0) => {
    fetched.clear();
    const host = await page.evaluateHandle(
      async ([markup, options]) => {
        const host = document.body.appendChild(document.createElement("div"));
        window.vitrine.renderHtml(host, markup, options);
        await Promise.all([...host.querySelectorAll("img")].map((image) => image.decode().catch(() => {})));
        await new Promise((resolve) => setTimeout(resolve, 30));
        return host;
      },
      [markup, options],
    );
    await until(() => fetched.size >= expected);
    await host.evaluate((host) => host.remove());
    return [...fetched];
  };
  const image = "<img src=https://img.example/a.png>";
  assert.deepEqual(await render(image, {}), []);
  assert.deepEqual(await render(image, { images: ["https://other.example"] }), []);
  assert.deepEqual(await render(image, { images: ["https://img.example"] }), ["https://img.example/a.png"]);
  assert.deepEqual(await render("<video poster=https://img.example/b.png></video>", { images: "remote" }, 1), [
    "https://img.example/b.png",
  ]);
  const vectors = htmlVectors.filter(({ input, options }) => /https?:|\/\//.test(input) && !options?.context);
  assert.ok(vectors.length > 50);
  let allowed = 0;
  for (const { reason, input, options, html } of vectors) {
    assert.deepEqual(await render(input, { ...options, images: "same-origin" }), [], reason);
    if (!options?.images) continue;
    const urls = await render(input, options);
    allowed += urls.length;
    for (const url of urls) assert.ok(html.includes(url), `${reason}: ${url}`);
  }
  assert.ok(allowed >= 2, "no vector's image was fetched");
  assert.deepEqual(await violations(page), []);
});
