// A conversation opens at its newest turn; scrolling up brings older ones, in their order and without a jump, until
// the root.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Stand } from "./support/studio.mjs";

let stand;
before(async () => {
  stand = await Stand.open();
});
after(() => stand.close());

test("the newest turn is in view when a context opens", async () => {
  const context = await stand.mainContext();
  const page = await stand.visit({ context: context.context_id });
  await page.locator(`#turn-${context.head_turn_id}`).waitFor();
  const { bottom, distance } = await page.evaluate((id) => {
    const scroller = document.querySelector(".scroller");
    return {
      bottom: document.getElementById(`turn-${id}`).getBoundingClientRect().bottom,
      distance: scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop,
    };
  }, context.head_turn_id);
  assert.ok(bottom <= 900, `the newest turn ends at ${bottom}, the window at 900`);
  assert.ok(distance < 2, `${distance} px are left to scroll`);
});

test("scrolling up shows every turn down to the root", async () => {
  const { context_id } = await stand.mainContext();
  const expected = (await stand.allTurns(context_id)).map((turn) => turn.turn_id);
  assert.ok(expected.length > 150, `${expected.length} turns are several pages`);
  const page = await stand.visit({ context: context_id });
  await page.locator(`#turn-${expected.at(-1)}`).waitFor();
  await page.mouse.move(700, 500);

  const seen = new Set();
  const deadline = Date.now() + 90_000;
  for (let atRoot = false; !atRoot; ) {
    assert.ok(Date.now() < deadline, `saw only ${seen.size} of ${expected.length} turns`);
    const shown = await inWindow(page);
    for (const id of shown) seen.add(id);
    atRoot = await page.evaluate(
      () => document.querySelector(".root-mark") !== null && document.querySelector(".scroller").scrollTop === 0,
    );
    await page.mouse.wheel(0, -500);
    await page.waitForTimeout(40);
  }
  await page.getByRole("main").getByText("Beginning of the conversation").waitFor();
  assert.deepEqual(
    expected.filter((id) => !seen.has(id)),
    [],
    "turns that were never in view",
  );
});

test("what is being read stays in place when older turns arrive", async () => {
  const context = await stand.mainContext();
  const page = await stand.visit({ context: context.context_id });
  await page.locator("[data-turn]").first().waitFor();
  await page.mouse.move(700, 500);
  for (let round = 0; round < 3; round += 1) {
    const before = await loaded(page);
    // A held request makes the moment between asking and arriving long enough to look at.
    await page.route("**/turns?*", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      await route.continue();
    });
    await page.evaluate(() => document.querySelector(".scroller").scrollTo(0, 0));
    await page.waitForTimeout(200);
    const [turnId, top] = await firstInWindow(page);
    await page.waitForFunction((count) => document.querySelectorAll("[data-chunk]").length > count, before);
    await page.waitForTimeout(200);
    await page.unroute("**/turns?*");
    assert.notEqual(turnId, context.head_turn_id, "the window left the end");
    const now = await page.locator(`#turn-${turnId}`).boundingBox();
    assert.ok(Math.abs(now.y - top) < 2, `turn ${turnId} stood at ${top}, then at ${now.y}`);
  }
});

function loaded(page) {
  return page.locator("[data-chunk]").count();
}

/**
 * The ids of the turns that can be seen, from the top. Asked of the browser as it paints: between two frames a page may
 * have grown above and not yet have been put right, which nobody sees.
 */
function inWindow(page) {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const shown = new IntersectionObserver(
          (entries) => {
            shown.disconnect();
            const visible = entries.filter((entry) => entry.isIntersecting);
            resolve(visible.map((entry) => entry.target.getAttribute("data-turn")));
          },
          { rootMargin: "-60px 0px 0px" },
        );
        const turns = document.querySelectorAll("[data-turn]");
        for (const turn of turns) shown.observe(turn);
        if (turns.length === 0) resolve([]);
      }),
  );
}

async function firstInWindow(page) {
  const [turnId] = await inWindow(page);
  const { y } = await page.locator(`#turn-${turnId}`).boundingBox();
  return [turnId, y];
}
