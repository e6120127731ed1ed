// Promise: on paper a conversation is whole, dark on light, without what is there to press; a turn says the day it was
// written, and when nothing was.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Stand } from "./support/studio.mjs";

let stand;
before(async () => {
  stand = await Stand.open();
});
after(() => stand.close());

test("every turn that is loaded is on paper", async () => {
  const { context_id, head_turn_id } = await stand.mainContext();
  const page = await stand.visit({ context: context_id }, { dark: true, height: 400 });
  await page.locator(`#turn-${head_turn_id}`).waitFor();
  const turns = (await stand.allTurns(context_id)).length;
  const missing = page.getByText("Older turns are not on this paper");
  assert.ok(await missing.isHidden());
  await page.emulateMedia({ media: "print" });
  assert.ok(await missing.isVisible());
  await page.emulateMedia({ media: "screen" });
  await page.keyboard.press("g");
  await page.keyboard.press("g");
  await page.locator("[aria-posinset='1']").waitFor();
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  assert.equal(await page.locator("[data-turn]").count(), turns);
  await page.emulateMedia({ media: "print" });
  const colour = await page
    .locator(".prose")
    .first()
    .evaluate((element) => getComputedStyle(element).color);
  assert.equal(await missing.count(), 0, "all were loaded");
  const [red] = colour.match(/\d+/g);
  assert.ok(Number(red) < 100, `written in ${colour}`);
  for (const gone of [".sidebar", ".actions"]) assert.ok(await page.locator(gone).first().isHidden(), gone);
  const [paper, content] = await page.evaluate(() =>
    [document.documentElement, document.querySelector(".column")].map(
      (element) => element.getBoundingClientRect().height,
    ),
  );
  assert.ok(paper >= content && content > 2000, `${paper} of ${content}`);
  const pdf = (await page.pdf()).toString("latin1");
  assert.ok(pdf.match(/\/Type\s*\/Page\b/g).length > 2);
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
});

test("a workspace is one sheet, with its windows on it, light", async () => {
  const page = await stand.visit({ view: "workspace" }, { dark: true, width: 1300 });
  await page.getByRole("button", { name: "Apply" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  // A sheet is as wide as a narrow window, and is none.
  await page.setViewportSize({ width: 718, height: 900 });
  await page.emulateMedia({ media: "print" });
  const { y, height } = await dialog.boundingBox();
  assert.ok(y >= 0 && height > 100 && y + height < 900, `${height} at ${y}`);
  assert.equal(await dialog.evaluate((element) => getComputedStyle(element).colorScheme), "light");
  for (const gone of [".sidebar-head", ".console", ".pane-head .button"])
    assert.ok(await page.locator(gone).first().isHidden(), gone);
});

test("the day, the year, and nothing", async () => {
  const bundle = {
    registry_version: 1,
    bundle_id: "dated",
    types: {
      "com.example.Dated": {
        versions: {
          1: {
            fields: {
              1: { name: "role", type: "string" },
              2: { name: "text", type: "string" },
              3: { name: "created_at", type: "u64", semantic: "unix_ms" },
            },
          },
        },
      },
    },
    enums: {},
  };
  await stand.client.putBundle(bundle);
  const context = await stand.client.createContext();
  const type = { typeId: "com.example.Dated", typeVersion: 1 };
  const now = new Date();
  const times = [Date.UTC(2019, 4, 6, 7, 8), now.getTime()];
  for (const created_at of times)
    await stand.client.append(context, type, { role: "user", text: "", created_at: BigInt(created_at) });
  const page = await stand.visit({ context });
  const shown = page.locator(".turn time");
  await shown.nth(1).waitFor();
  assert.match(await shown.nth(0).textContent(), /6 May 2019.*07:08/);
  assert.equal(await shown.nth(1).textContent(), now.toISOString().slice(11, 16));
  assert.deepEqual(await page.locator(".turn-body").allTextContents(), Array(2).fill("Nothing was written."));
});
