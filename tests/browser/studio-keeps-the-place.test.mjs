// Promise: who looks at something else and comes back finds the place again: in a conversation after another view, in
// a narrow page after a turn's details; and a link that leads nowhere says so.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { card, Stand } from "./support/studio.mjs";

let stand;
let context;
let turns;
before(async () => {
  stand = await Stand.open();
  context = (await stand.mainContext()).context_id;
  turns = (await stand.allTurns(context)).map((turn) => turn.turn_id);
});
after(() => stand.close());

/** The first turn in the window, and how far below its top it stands. */
const firstInView = (page) =>
  page.locator(".scroller").evaluate((scroller) => {
    const { top } = scroller.getBoundingClientRect();
    const turn = [...scroller.querySelectorAll("[data-turn]")].find(
      (each) => each.getBoundingClientRect().bottom > top,
    );
    return { turn: turn?.dataset.turn, top: Math.round(turn?.getBoundingClientRect().top - top) };
  });

test("another view and back: the same turn stands at the same height, and nothing takes the focus", async () => {
  const page = await stand.visit({ context });
  await card(page, turns.at(-1)).waitFor();
  await page.locator(".scroller").hover();
  for (const _ of [1, 2, 3, 4, 5]) {
    await page.mouse.wheel(0, -1500);
    await page.waitForTimeout(100);
  }
  const before = await firstInView(page);
  assert.notEqual(before.turn, undefined);
  assert.ok(turns.indexOf(before.turn) < turns.length - 10, "it was scrolled away from the end");
  for (const back of [() => page.goBack(), () => page.getByRole("button", { name: "Turns" }).click()]) {
    await page.getByRole("button", { name: "State", exact: true }).click();
    await page.locator(".state-tree").waitFor();
    await back();
    await page.locator("[data-turn]").first().waitFor();
    await page.waitForFunction(() => document.querySelectorAll("[data-turn]").length > 5);
    const now = await firstInView(page);
    assert.equal(now.turn, before.turn);
    assert.ok(Math.abs(now.top - before.top) <= 2, `${now.top} instead of ${before.top}`);
  }
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Turns");
});

test("the context that a link opens is in sight in a long list", async () => {
  for (let more = 0; more < 30; more += 1) await stand.client.createContext();
  const page = await stand.visit({ context }, { height: 500 });
  const chosen = page.locator(".context[aria-current=page]");
  await chosen.waitFor();
  const [first] = await page.locator(".context").all();
  assert.notEqual(await first.textContent(), await chosen.textContent(), "it is not the first");
  const sight = () =>
    chosen.evaluate((button) => {
      const { top, bottom } = button.getBoundingClientRect();
      return document.elementFromPoint(button.getBoundingClientRect().left + 8, (top + bottom) / 2) !== null;
    });
  assert.ok(await sight());
});

test("in a narrow page Back leads from the details to the conversation, and Forward into them", async () => {
  const page = await stand.visit({ context }, { width: 400, height: 740 });
  await card(page, turns.at(-1)).waitFor();
  const details = page.getByRole("complementary", { name: "Turn details" });
  const open = () => page.getByRole("button", { name: `Details of turn ${turns.at(-1)}` }).click();
  await open();
  await details.waitFor();
  await page.goBack();
  await details.waitFor({ state: "detached" });
  assert.ok(await card(page, turns.at(-1)).isVisible());
  await page.goForward();
  await details.waitFor();
  // Closed by its own button, it leaves no step behind that leads nowhere.
  await page.getByRole("button", { name: "Close details" }).click();
  await details.waitFor({ state: "detached" });
  await page.waitForFunction(() => history.state === null);
  assert.ok(await card(page, turns.at(-1)).isVisible());
});

test("a link to a turn of another context opens the newest, and says so until a turn is chosen", async () => {
  const page = await stand.visit({ context, turn: "999999" });
  const note = page.getByText("Turn 999999 is not in this context.");
  await note.waitFor();
  assert.ok(await card(page, turns.at(-1)).isVisible());
  await page.keyboard.press("k");
  await note.waitFor({ state: "detached" });
});
