// Everything in the Studio can be done without a pointer.

import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { axeFindings } from "./support/axe.mjs";
import { card, Stand, selection } from "./support/studio.mjs";

let stand;
let turns;
let page;
before(async () => {
  stand = await Stand.open();
  const { context_id } = await stand.mainContext();
  turns = (await stand.allTurns(context_id)).map((turn) => turn.turn_id);
  page = await stand.visit({ context: context_id });
});
after(() => stand.close());
beforeEach(async () => {
  await card(page, turns.at(-1)).waitFor({ state: "attached" });
  await page.keyboard.press("G");
});

test("k and j go from turn to turn and take the focus along", async () => {
  for (const key of ["k", "k", "k", "j"]) await page.keyboard.press(key);
  assert.deepEqual(await selection(page), { turnId: turns.at(-3), focused: true });
  assert.ok(await card(page, turns.at(-3)).isVisible());
});

test("the arrows do the same on a turn", async () => {
  for (const key of ["ArrowUp", "ArrowUp", "ArrowDown"]) await page.keyboard.press(key);
  assert.deepEqual(await selection(page), { turnId: turns.at(-2), focused: true });
});

test("only the selected turn is a stop for Tab", async () => {
  await page.keyboard.press("k");
  const stops = await page.locator('[data-turn][tabindex="0"]').evaluateAll((all) => all.map((each) => each.id));
  assert.deepEqual(stops, [`turn-${turns.at(-2)}`]);
});

test("Enter opens the details, Tab reaches them, the arrows change the view, Esc leads back", async () => {
  await page.keyboard.press("k");
  await page.keyboard.press("Enter");
  const details = page.getByRole("complementary", { name: "Turn details" });
  await details.getByRole("heading", { name: `Turn ${turns.at(-2)}` }).waitFor();
  const inside = () => details.evaluate((element) => element.contains(document.activeElement));
  assert.ok(await inside(), "the focus went to the details");

  await details.getByRole("tab", { name: "Typed" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  assert.equal(await details.getByRole("tab", { name: "Raw" }).getAttribute("aria-selected"), "true");
  assert.ok(await details.getByRole("tab", { name: "Raw" }).evaluate((tab) => tab === document.activeElement));

  await page.keyboard.press("Escape");
  await details.waitFor({ state: "detached" });
  assert.deepEqual(await selection(page), { turnId: turns.at(-2), focused: true });
});

test("g g goes to the root, G to the newest turn", async () => {
  await page.keyboard.press("g");
  await page.keyboard.press("g");
  await card(page, turns[0]).waitFor();
  await page.waitForFunction((id) => document.activeElement?.id === `turn-${id}`, turns[0]);
  assert.ok(await page.getByRole("main").getByText("Beginning of the conversation").isVisible());
  await page.keyboard.press("G");
  assert.deepEqual(await selection(page), { turnId: turns.at(-1), focused: true });
  assert.ok(await card(page, turns.at(-1)).isVisible());
});

test("/ filters the contexts, and keys typed there do nothing else", async () => {
  await page.keyboard.press("/");
  await page.keyboard.type("no such context jk?d");
  await page.getByText("No context matches").waitFor();
  assert.deepEqual((await selection(page)).turnId, turns.at(-1));
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Delete");
  await page.keyboard.press("Escape");
  assert.equal(await page.getByPlaceholder("Filter contexts").inputValue(), "");
});

test("? shows the keys and Esc puts them away", async () => {
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard" });
  await sheet.waitFor();
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "hidden" });
});

test("? does so in the other views too, with the keys that are there, and is a letter where something is typed", async () => {
  for (const [view, key, meaning] of [
    ["workspace", "Ctrl", "Apply the batch"],
    ["state", "Enter", "Run the command"],
  ]) {
    const there = await stand.visit({ view });
    const sheet = there.getByRole("dialog", { name: "Keyboard" });
    await there
      .getByRole("button", { name: /^(Apply|Run)$/ })
      .and(there.locator(":enabled"))
      .waitFor();
    await there.keyboard.press("?");
    const row = sheet.locator("dl > div", { hasText: meaning });
    await row.locator("kbd", { hasText: key }).waitFor();
    assert.equal(await sheet.getByText("Next turn").count(), 0);
    assert.deepEqual(await axeFindings(there), []);
    await there.keyboard.press("Escape");
    await sheet.waitFor({ state: "hidden" });

    await there.locator(".console-text").fill("");
    await there.keyboard.press("?");
    assert.equal(await there.locator(".console-text").inputValue(), "?");
    await there.getByRole("button", { name: "Keyboard shortcuts" }).click();
    await sheet.waitFor();
    await there.keyboard.press("Escape");
    // Keys of the conversations are none here.
    await there.keyboard.press("j");
  }
});

test("? is a letter in a field of a window, too", async () => {
  const there = await stand.visit({ view: "workspace" });
  await there.getByLabel("Examples").selectOption({ label: "Notes: a form that answers" });
  await there.getByRole("button", { name: "Apply" }).click();
  const notes = there.getByRole("dialog", { name: "Notes" });
  await notes.getByLabel("Title").focus();
  await there.keyboard.type("what?");
  assert.equal(await notes.getByLabel("Title").inputValue(), "what?");
  assert.equal(await there.getByRole("dialog", { name: "Keyboard" }).count(), 0);
});

test("d changes the colours, and they stay after a reload", async () => {
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.keyboard.press("d");
  const dark = await background();
  assert.notEqual(dark, light);
  await page.reload();
  await card(page, turns.at(-1)).waitFor();
  assert.equal(await background(), dark);
  await page.keyboard.press("d");
  assert.equal(await background(), light);
});

test("contexts open by Tab and Enter", async () => {
  await page.keyboard.press("/");
  await page.keyboard.press("Escape");
  const first = page.getByRole("navigation", { name: "Contexts" }).locator(".context").first();
  await first.focus();
  await page.keyboard.press("Enter");
  assert.equal(await first.getAttribute("aria-current"), "page");
  await page.goBack();
  await card(page, turns.at(-1)).waitFor();
});

test("in a narrow window the way to the other views is at the top, and comes first", async () => {
  for (const view of ["workspace", "state"]) {
    const narrow = await stand.visit({ view }, { width: 390, height: 800 });
    const current = narrow.locator(".view-switch [aria-current]");
    const [nav, pane, text] = await Promise.all(
      [current, narrow.getByRole("main"), narrow.locator(".console-text")].map((each) => each.boundingBox()),
    );
    assert.ok(nav.y + nav.height <= pane.y && pane.y + pane.height <= text.y, JSON.stringify([nav, pane, text]));
    assert.ok(text.y + 60 <= 800, "the console is in sight");
  }
});

test("another view, and another part of a narrow page, take the focus along", async () => {
  for (const view of ["Workspace", "State", "Turns"]) {
    await page.getByRole("button", { name: view, exact: true }).focus();
    await page.keyboard.press("Enter");
    const there = page.locator(".view-switch [aria-current]");
    await there.and(page.getByRole("button", { name: view, exact: true })).waitFor();
    await page.waitForFunction((name) => document.activeElement?.textContent === name, view);
  }

  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole("button", { name: "All contexts" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.id === "contexts");
  await page.locator(".context").first().focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.id === "conversation");
});
