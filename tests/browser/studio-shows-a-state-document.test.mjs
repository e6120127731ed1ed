// Promise: the Studio shows a state document as a tree with its mounts marked, its goals with their events, and its
// files; what a person changes goes through the same commands, and what a command refuses changes nothing and is told.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { axeFindings } from "./support/axe.mjs";
import { Stand } from "./support/studio.mjs";

let stand;
before(async () => {
  stand = await Stand.open({ sample: false });
});
after(() => stand.close());

/** A document as in the beginning. */
async function open(options) {
  const page = await stand.visit({ view: "state" }, options);
  await page.locator(".state-tree").waitFor();
  return page;
}

async function run(page, line) {
  await page.getByRole("textbox", { name: "Command" }).fill(line);
  await page.getByRole("button", { name: "Run" }).click();
}

const log = (page, text) => page.locator(".log li", { hasText: text }).first();
const row = (page, name) =>
  page.locator(".state-row", { has: page.locator(".tree-name", { hasText: new RegExp(`^${name}$`) }) });

async function fileText(page, path) {
  await page.getByRole("tab", { name: "Files" }).click();
  const text = await page.getByRole("region", { name: path }).locator("pre").textContent();
  await page.getByRole("tab", { name: "Document" }).click();
  return JSON.parse(text);
}

test("a mount is marked with its file, and what it holds stands in its place", async () => {
  const page = await open();
  const mount = row(page, "OPS");
  assert.match(await mount.textContent(), /OPS\.json/);
  assert.match(await row(page, "OWNER").textContent(), /Ada/);
  assert.equal((await fileText(page, "state.json")).ITEMS.GLOBAL.CONTENT.OPS, "ref file://OPS.json");
  await run(page, "project chat set item --global gone 'ref file://GONE.json'");
  await log(page, "exit 3").waitFor();
});

test("an item is changed where it stands, in the file that holds it", async () => {
  const page = await open();
  await row(page, "OWNER").hover();
  await page.getByRole("button", { name: "Change OWNER" }).click();
  const field = page.getByRole("textbox", { name: "Value of OWNER" });
  await field.fill('{"first name": "Grace", "years": [1, 2]}');
  await page.keyboard.press("Enter");
  await log(page, "wrote OPS.json").waitFor();
  assert.deepEqual((await fileText(page, "OPS.json")).OWNER, { "FIRST-NAME": "Grace", YEARS: [1, 2] });
  // What is refused changes nothing, and stays to be mended.
  await page.getByRole("button", { name: "Change THEME" }).click();
  const theme = page.getByRole("textbox", { name: "Value of THEME" });
  await theme.fill('{"my_key": 1}');
  await page.keyboard.press("Enter");
  await log(page, "try MY-KEY").waitFor();
  assert.equal(await theme.inputValue(), '{"my_key": 1}');
  await page.keyboard.press("Escape");
  assert.match(await row(page, "THEME").textContent(), /dark/);
});

test("all digits of numbers are shown and kept, and what holds a mount is not written as one value", async () => {
  const page = await open();
  await run(page, `project chat set item --global big '{"id": 9007199254740993, "e": 1e400}'`);
  await log(page, "wrote state.json").waitFor();
  assert.match(await row(page, "ID").textContent(), /9007199254740993/);
  await page.getByRole("button", { name: "Change BIG" }).click();
  const field = page.getByRole("textbox", { name: "Value of BIG" });
  assert.equal(await field.inputValue(), '{"ID":9007199254740993,"E":1e400}');
  // Unchanged, it is not written at all.
  const lines = await page.locator(".log li").count();
  await page.keyboard.press("Enter");
  await field.waitFor({ state: "detached" });
  assert.equal(await page.locator(".log li").count(), lines);
  await run(page, "project chat set item --global outer '{}'");
  await run(page, `project chat set item --global outer/inner 'ref file://INNER.json {"y":2}'`);
  await row(page, "INNER").waitFor();
  assert.equal(await page.getByRole("button", { name: "Change OUTER" }).count(), 0);
  assert.equal(await page.getByRole("button", { name: "Change INNER" }).count(), 1);
});

test("an item is deleted where it stands, of a project and of a chat, too", async () => {
  const page = await open();
  for (const [name, file] of [
    ["FIRST", "NOTES.json"],
    ["GREETING", "state.json"],
  ]) {
    await page.getByRole("button", { name: `Delete ${name}`, exact: true }).click();
    await log(page, `wrote ${file}`).waitFor();
    assert.equal(await row(page, name).count(), 0);
  }
  assert.deepEqual(await fileText(page, "NOTES.json"), {});
});

test("the focus stays where a person works: at the button of what was changed, beside what was deleted", async () => {
  const page = await open();
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  for (const key of ["Enter", "Escape"]) {
    await page.getByRole("button", { name: "Change THEME" }).click();
    await page.keyboard.press(key);
    assert.equal(await focused(), "Change THEME");
  }
  await run(page, "project chat set item --global one '{\"a\": 1}'");
  await run(page, "project chat set item --global only 2");
  await row(page, "ONLY").waitFor();
  await page.getByRole("button", { name: "Delete ONLY" }).click();
  await row(page, "ONLY").waitFor({ state: "detached" });
  assert.notEqual(await page.evaluate(() => document.activeElement?.tagName), "BODY");
});

test("goals show what is new, and reading it marks it as seen", async () => {
  const page = await open();
  await page.getByRole("tab", { name: "Goals" }).click();
  const docs = page.getByRole("region", { name: "READ-THE-DOCS" });
  assert.deepEqual(await docs.getByRole("listitem").evaluateAll((all) => all.map((each) => each.dataset.seen)), [
    "false",
    "false",
  ]);
  await page.getByRole("button", { name: "Read the next event" }).click();
  await log(page, "Four of seven pages are read.").waitFor();
  assert.deepEqual(await docs.getByRole("listitem").evaluateAll((all) => all.map((each) => each.dataset.seen)), [
    "true",
    "false",
  ]);
  await page.getByRole("region", { name: "WRITE-THE-NOTES" }).getByText("in flight").waitFor();
});

test("every example runs as it is, refused ones with their reason", async () => {
  const page = await open();
  const examples = page.getByLabel("Examples").locator("option");
  for (const index of Array.from({ length: await examples.count() }, (_, index) => index)) {
    await page.getByLabel("Examples").selectOption({ index });
    const refused = ["A key that is none", "A file that is mounted already"].includes(
      await examples.nth(index).textContent(),
    );
    await page.getByRole("button", { name: "Run" }).click();
    const first = page.locator(".log li").first();
    assert.equal(await first.getAttribute("data-kind"), refused ? "refused" : "done", await first.textContent());
  }
});

test("a command is divided as a shell divides it", async () => {
  const page = await open();
  await run(page, `vitrine-state project chat set item 'quotes' "it's \\"so\\"" --meta`);
  await log(page, "wrote state.json").waitFor();
  assert.equal((await fileText(page, "state.json")).ITEMS.GLOBAL.META.QUOTES, `it's "so"`);
  for (const open of [`project chat set item quotes "no end`, "project chat set item quotes it's"]) {
    await run(page, open);
    await log(page, "A quote is not closed").first().waitFor();
    assert.equal(await page.locator(".log li").first().getAttribute("data-kind"), "refused");
  }
  assert.equal((await fileText(page, "state.json")).ITEMS.GLOBAL.META.QUOTES, `it's "so"`);
});

test("the view has an address, and the document stays while others are looked at", async () => {
  const page = await open();
  await run(page, "project chat set item kept 1");
  await page.getByRole("button", { name: "Workspace" }).click();
  await page.locator('[data-view="workspace"]').waitFor();
  await page.goBack();
  await row(page, "KEPT").waitFor();
  await page.getByRole("button", { name: "Start over" }).click();
  await row(page, "KEPT").waitFor({ state: "detached" });
});

for (const dark of [false, true]) {
  test(`axe finds nothing, ${dark ? "dark" : "light"}, wide and narrow, in every part`, async () => {
    for (const size of [{}, { width: 360, height: 740 }]) {
      const page = await open({ dark, bypassCSP: true, ...size });
      await run(page, "project chat set item my_key 5");
      for (const part of ["Goals", "Files", "Document"]) {
        await page.getByRole("tab", { name: part }).click();
        if (part === "Document") await page.getByRole("button", { name: "Change THEME" }).click();
        assert.deepEqual(await axeFindings(page), []);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0, part);
      }
    }
  });
}
