// No finding of axe-core, in light and dark, wide and narrow, in every state a person meets.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { axeFindings } from "./support/axe.mjs";
import { card, Stand } from "./support/studio.mjs";

let stand;
let context;
let turns;
before(async () => {
  stand = await Stand.open();
  context = (await stand.mainContext()).context_id;
  turns = await stand.allTurns(context);
});
after(() => stand.close());

for (const dark of [false, true]) {
  const name = dark ? "dark" : "light";

  test(`a conversation and its details, ${name}`, async () => {
    const withUnknown = turns.findLast(({ data, unknown }) => data?.text && Object.keys(unknown ?? {}).length > 0);
    const page = await look({ context, turn: withUnknown.turn_id }, { dark });
    await card(page, withUnknown.turn_id).click({ position: { x: 5, y: 5 } });
    for (const tab of ["Typed", "Unknown", "Raw", "Type"]) {
      await page.getByRole("tab", { name: new RegExp(`^${tab}\\b`) }).click();
      await page.waitForTimeout(300);
      await clean(page, `${name}, ${tab}`);
    }
  });

  test(`the beginning of a conversation, ${name}`, async () => {
    const page = await look({ context, turn: turns[0].turn_id }, { dark });
    await card(page, turns[0].turn_id).waitFor();
    await clean(page, `${name}, root`);
  });

  test(`the sheet of keys, ${name}`, async () => {
    const page = await look({ context }, { dark });
    await page.keyboard.press("?");
    await clean(page, `${name}, keys`);
  });

  test(`a narrow window, ${name}`, async () => {
    const size = { width: 360, height: 740, dark };
    const list = await look({}, size);
    await list.locator(".context").first().waitFor();
    await clean(list, `${name}, narrow list`);
    await list.locator(".context").first().click();
    await list.locator("[data-turn]").first().waitFor();
    await clean(list, `${name}, narrow conversation`);
    await list.locator(".turn-number").last().click();
    await clean(list, `${name}, narrow details`);
    const overflow = await list.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.equal(overflow, 0, "nothing sticks out of a 360 px window");
  });

  test(`no host, ${name}`, async () => {
    const page = await look({ host: "http://127.0.0.1:9" }, { dark, expected: /ERR_|Failed to load/ });
    await page.getByText("No host answers").first().waitFor();
    await clean(page, `${name}, away`);
  });
}

function look(query, options) {
  // The policy would refuse axe's own script; that it refuses nothing of the Studio, the other tests see.
  return stand.visit(query, { ...options, bypassCSP: true });
}

async function clean(page, what) {
  assert.deepEqual(await axeFindings(page), [], what);
}
