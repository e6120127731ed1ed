// Promise: where people choose all colours themselves, what is current and what is selected is marked; and each paragraph of
// a conversation runs the way of its own script.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Stand } from "./support/studio.mjs";

let stand;
before(async () => {
  stand = await Stand.open();
});
after(() => stand.close());

test("the view, the context, the turn and the tab", async () => {
  const { context_id, head_turn_id } = await stand.mainContext();
  const page = await stand.visit({ context: context_id, turn: head_turn_id });
  await page.locator(`#turn-${head_turn_id}`).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("tab").first().waitFor();
  await page.emulateMedia({ forcedColors: "active" });
  const styleOf = (locator, name) => locator.evaluate((element, name) => getComputedStyle(element)[name], name);
  const chosen = [
    page.locator(".view-switch [aria-current]"),
    page.locator(".context[aria-current]"),
    page.locator(`#turn-${head_turn_id}`),
  ];
  for (const each of chosen) assert.equal(await styleOf(each, "outlineStyle"), "solid");
  assert.equal(await styleOf(page.locator(".view-switch button:not([aria-current])").first(), "outlineStyle"), "none");
  const [selected, other] = await Promise.all(
    ["true", "false"].map((is) =>
      styleOf(page.locator(`[role=tab][aria-selected=${is}]`).first(), "borderBottomColor"),
    ),
  );
  assert.notEqual(selected, other);
});

test("a paragraph in Hebrew, between others", async () => {
  const { context_id, head_turn_id } = await stand.mainContext();
  const page = await stand.visit({ context: context_id });
  const paragraph = page.locator(".prose p").last();
  await page.locator(`#turn-${head_turn_id}`).waitFor();
  const left = () =>
    paragraph.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect().left - element.getBoundingClientRect().left;
    });
  await paragraph.evaluate((element) => {
    element.textContent = "abc!";
  });
  assert.ok((await left()) < 1);
  await paragraph.evaluate((element) => {
    element.textContent = "שלום!";
  });
  assert.ok((await left()) > 100, "it begins at the right");
});
