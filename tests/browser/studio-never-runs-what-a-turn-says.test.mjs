// What agents write is shown, never run: markup stays text, and only pictures that cannot hold scripts are drawn.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { blake3, encodeTurn, Registry } from "vitrine";
import { Stand } from "./support/studio.mjs";
import { Writer } from "./support/wire.mjs";

const TYPE = { typeId: "com.example.Message", typeVersion: 1 };
const fields = (list) => Object.fromEntries(list.map(([name, type], index) => [index + 1, { name, ...type }]));
const BUNDLE = {
  registry_version: 1,
  bundle_id: "hostile",
  types: {
    "com.example.File": {
      versions: {
        1: {
          fields: fields([
            ["name", { type: "string" }],
            ["mime", { type: "string" }],
            ["data", { type: "bytes" }],
          ]),
        },
      },
    },
    [TYPE.typeId]: {
      versions: {
        1: {
          fields: fields([
            ["role", { type: "string" }],
            ["text", { type: "string" }],
            ["attachments", { type: "array", items: { type: "ref", ref: "com.example.File" } }],
          ]),
        },
      },
    },
  },
};

const MARKUP = `<img src=x onerror="alert(1)"><script>alert(2)</script> [a](javascript:alert(3))`;
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(4)"><script>alert(5)</script></svg>`;
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

let stand;
let page;
before(async () => {
  stand = await Stand.open({ sample: false });
  await stand.client.putBundle(BUNDLE);
  const writer = await Writer.to(stand.host.wire);
  const context = await writer.createContext();
  const file = (name, mime, text) => ({ name, mime, data: Buffer.from(text).toString("base64") });
  const attachments = [
    file("picture.png", "image/png", PNG),
    file("vector.svg", "image/svg+xml", SVG),
    file("disguised.png", "image/png", SVG),
    file("page.html", "text/html", "<script>alert(6)</script>"),
  ];
  const payload = encodeTurn(
    TYPE,
    { role: MARKUP, text: `${MARKUP}\n\n\`\`\`html\n${MARKUP}\n\`\`\``, attachments },
    new Registry(BUNDLE),
  );
  await writer.append(context, { ...TYPE, payload, hash: blake3(payload) });
  writer.close();
  page = await stand.visit({ context });
  page.on("dialog", (dialog) => assert.fail(`a script ran: ${dialog.message()}`));
  await page.locator("[data-turn]").waitFor();
});
after(() => stand.close());

test("markup in a message stays text", async () => {
  assert.ok((await page.locator("[data-turn] .prose").textContent()).includes(MARKUP));
  assert.equal(
    await page.locator("[data-turn] script, [data-turn] [onerror], [data-turn] a[href^=javascript]").count(),
    0,
  );
});

test("a picture is drawn; an SVG, also one that says it is a PNG, is not", async () => {
  await page.waitForFunction(() => document.querySelector("[data-turn] img")?.naturalWidth === 1);
  await page.getByText("not a picture that this browser can show").waitFor();
  const drawn = await page.locator("[data-turn] img").evaluateAll((all) => all.map((image) => image.alt));
  assert.deepEqual(drawn, ["picture.png"]);
});

test("an HTML attachment can be saved, byte for byte, and is not opened", async () => {
  const saving = page.waitForEvent("download");
  await page.getByRole("link", { name: "Save page.html" }).click();
  const download = await saving;
  assert.equal(await readFile(await download.path(), "utf8"), "<script>alert(6)</script>");
  assert.equal(page.context().pages().length, 1);
});
