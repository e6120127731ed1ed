// Without a host the Studio says so and what to do, and it comes back by itself.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Stand } from "./support/studio.mjs";

const REFUSED = { expected: /ERR_CONNECTION_REFUSED/ };

let stand;
before(async () => {
  stand = await Stand.open();
});
after(() => stand.close());

test("no host: the address, the command that starts one, and a connection as soon as there is one", async () => {
  await stand.host.stop();
  const page = await stand.visit({}, REFUSED);
  await page.getByRole("heading", { name: `No host answers at ${stand.host.http}` }).waitFor();
  await page.getByText("npm start", { exact: true }).waitFor();
  await connection(page, "away");

  await stand.startHost();
  await connection(page, "connected");
  await page.locator("[data-turn]").last().waitFor();
});

test("what is no address stays refused, and shows nothing of the host before", async () => {
  const page = await stand.visit({});
  await page.locator("[data-turn]").last().waitFor();
  const field = page.getByRole("textbox", { name: /host/i });
  await field.fill("http://a b");
  await page.keyboard.press("Enter");
  const refused = page.getByRole("heading", { name: "That is not a host's address" });
  await refused.waitFor();
  await page.getByRole("button", { name: "Try again" }).first().click();
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await connection(page, "away");
  await refused.waitFor();
  assert.equal(await page.locator(".context").count(), 0);
});

test("a host that goes away leaves what was read, and says so", async () => {
  const page = await stand.visit({}, REFUSED);
  await page.locator("[data-turn]").last().waitFor();
  const shown = await page.locator("[data-turn]").count();
  await stand.host.stop();
  await page.keyboard.press("r");
  await connection(page, "away");
  assert.equal(await page.locator("[data-turn]").count(), shown);
  await stand.startHost();
  await connection(page, "connected");
});

test("a page that is only looked at shows what comes, and whether the host is there", async () => {
  const contextId = await stand.client.createContext();
  const append = () => stand.client.append(contextId, { typeId: "", typeVersion: 0 }, new Uint8Array([0x80]));
  const first = (await append()).turn_id;
  const page = await stand.visit({ context: contextId }, REFUSED);
  await page.locator(`#turn-${first}`).waitFor();
  const second = (await append()).turn_id;
  await page.locator(`#turn-${second}`).waitFor();
  await stand.host.stop();
  await connection(page, "away");
  await stand.startHost();
  await connection(page, "connected");
});

test("whatever finds the host away says so in all the page, and is done when the host is back", async () => {
  const page = await stand.visit({}, REFUSED);
  await page.locator("[data-turn]").last().waitFor();
  await stand.host.stop();
  await page.locator('.context:not([aria-current="page"])').first().click();
  await connection(page, "away");
  await page.getByRole("heading", { name: `No host answers at ${stand.host.http}` }).waitFor();
  await stand.startHost();
  await connection(page, "connected");
  await page.locator("[data-turn]").last().waitFor();
});

test("new turns that could not be read come when they are asked for again, or when the host is back", async () => {
  const contextId = await stand.client.createContext();
  const append = () => stand.client.append(contextId, { typeId: "", typeVersion: 0 }, new Uint8Array([0x80]));
  const first = (await append()).turn_id;
  const page = await stand.visit({ context: contextId }, { expected: /ERR_(CONNECTION_REFUSED|FAILED)/ });
  await page.locator(`[data-turn="${first}"]`).waitFor();
  await page.locator(".root-mark").waitFor();
  /** The list of contexts can be read; turns cannot. */
  const turns = `**/v1/contexts/${contextId}/turns?*`;
  const missed = async () => {
    const { turn_id } = await append();
    await page.route(turns, (route) => route.abort());
    await page.keyboard.press("r");
    await page.getByRole("button", { name: "Try again" }).waitFor();
    return page.locator(`[data-turn="${turn_id}"]`);
  };

  const asked = await missed();
  await page.unroute(turns);
  await page.getByRole("button", { name: "Try again" }).click();
  await asked.waitFor();
  await page.locator(".root-mark").waitFor();

  const later = await missed();
  await stand.host.stop();
  await page.keyboard.press("r");
  await connection(page, "away");
  await page.unroute(turns);
  await stand.startHost();
  await connection(page, "connected");
  await later.waitFor();
  await page.locator(".root-mark").waitFor();
});

test("what a turn's details could not read comes when the host is back", async () => {
  const { context_id: context } = await stand.mainContext();
  const page = await stand.visit({ context }, REFUSED);
  await page.locator("[data-turn]").last().click();
  const details = page.getByRole("complementary", { name: "Turn details" });
  for (const tab of ["Raw", "Type"]) {
    await details.getByRole("tab", { name: "Typed" }).click();
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await stand.host.stop();
    await details.getByRole("tab", { name: tab, exact: true }).click();
    await details.getByText(`No answer from ${stand.host.http}`).waitFor();
    await connection(page, "away");
    await stand.startHost();
    await connection(page, "connected");
    const found = tab === "Raw" ? details.getByText("of MessagePack, as stored") : details.getByText("Descriptor");
    await found.first().waitFor();
  }
});

test("an address that is none is answered with what was expected", async () => {
  const page = await stand.visit({ host: "not a host" });
  await page.getByRole("heading", { name: "That is not a host's address" }).waitFor();
});

test("an unknown context is named, and the others can be opened", async () => {
  const page = await stand.visit({ context: "999999" }, { expected: /404/ });
  await page.getByRole("heading", { name: "Could not open context 999999" }).waitFor();
  await page.getByText("NotFound").first().waitFor();
  await page.locator(".context").first().click();
  await page.locator("[data-turn]").last().waitFor();
});

test("a host without contexts says what to do", async () => {
  const empty = await Stand.open({ sample: false });
  try {
    const page = await empty.visit();
    await page.getByRole("heading", { name: "No contexts yet" }).waitFor();
    await page.getByText("npm start", { exact: true }).waitFor();
  } finally {
    await empty.close();
  }
});

function connection(page, state) {
  return page.locator(`.host-state[data-state="${state}"]`).waitFor({ timeout: 15_000 });
}
