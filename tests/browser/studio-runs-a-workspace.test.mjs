// Promise: the Studio's workspace applies what is pasted into its console, shows what came of it, and a person can use
// the windows; the conversations are as they were when one comes back.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { axeFindings } from "./support/axe.mjs";
import { Stand } from "./support/studio.mjs";

let stand;
before(async () => {
  stand = await Stand.open({ sample: false });
});
after(() => stand.close());

/** The workspace, ready. */
async function open(options) {
  const page = await stand.visit({ view: "workspace" }, options);
  await page.getByRole("button", { name: "Apply" }).and(page.locator(":enabled")).waitFor();
  return page;
}

/** Applies an example, or a text of one's own. */
async function apply(page, { example, text }) {
  if (example) await page.getByLabel("Examples").selectOption({ label: example });
  else await page.getByRole("textbox", { name: "Batch" }).fill(text);
  await page.getByRole("button", { name: "Apply" }).click();
}

const log = (page, text) => page.locator(".log li", { hasText: text }).first();

test("the seed's form: what is typed is what it says", async () => {
  const page = await open();
  await apply(page, { example: "Notes: a form that answers" });
  const notes = page.getByRole("dialog", { name: "Notes" });
  await notes.getByLabel("Title").fill("Milk & <b>bread</b>");
  await notes.getByRole("button", { name: "Save" }).click();
  await notes.getByText("Saved: Milk & <b>bread</b>").waitFor();
  await log(page, "Applied 2").waitFor();
});

test("the seed's clarifier: the answer goes to the chat", async () => {
  const page = await open();
  await apply(page, { example: "A question: the clarifier" });
  const question = page.getByRole("dialog", { name: "Clarify Details" });
  await question.getByText("Please provide additional information:").waitFor();
  await question.getByLabel("Answer").fill("forty-two");
  await question.getByRole("button", { name: "Continue" }).click();
  await question.waitFor({ state: "detached" });
  await log(page, '{"answer":"forty-two"}').waitFor();
});

test("an app without a script: a list that grows", async () => {
  const page = await open();
  await apply(page, { example: "Shopping list: an app without a script" });
  const list = page.getByRole("dialog", { name: "Shopping list" });
  await list.getByLabel("What is missing?").fill("Tea");
  await page.keyboard.press("Enter");
  await list.getByText("Tea").waitFor();
  await page.waitForFunction(
    () =>
      document.querySelector("[data-window-id=shop] .vitrine-content").shadowRoot.querySelector("input").value === "",
  );
  await page.keyboard.type("Salt");
  await page.keyboard.press("Enter");
  await list.getByText("Salt").waitFor();
  assert.deepEqual(await list.getByRole("listitem").allInnerTexts(), ["Milk", "Tea", "Salt"]);
  await list.getByRole("button", { name: "Clear the list" }).click();
  await list.getByText("Milk").waitFor({ state: "detached" });
});

test("a table and a text follow the state", async () => {
  const page = await open();
  await apply(page, { example: "A table that follows the state" });
  const orders = page.getByRole("dialog", { name: "Orders" });
  await orders.getByRole("cell", { name: "Apples" }).waitFor();
  await orders.getByRole("button", { name: "Only tea" }).click();
  await orders.getByRole("cell", { name: "Apples" }).waitFor({ state: "detached" });
  await orders.getByRole("cell", { name: "Tea" }).waitFor();
  await apply(page, { example: "Two windows, one value" });
  const mirror = page.getByRole("dialog", { name: "Read here" });
  await page.getByRole("dialog", { name: "Write here" }).getByLabel("Words").fill("both ways");
  await mirror.getByText("both ways").waitFor();
});

test("what is hostile stays in its window, and what it was is told", async () => {
  const page = await open();
  await apply(page, { example: "Hostile markup: what stays of it" });
  const hostile = page.getByRole("dialog", { name: "Hostile" });
  await hostile.getByText("javascript: the good parts").waitFor();
  for (const name of ["script", "onerror", "src", "href"]) await log(page, name).waitFor();
  assert.equal(await hostile.getByRole("img").getAttribute("src"), null);
  await hostile.getByRole("button", { name: "Close Hostile" }).click();
  await hostile.waitFor({ state: "detached" });
});

test("a refused batch names every mistake, and changes nothing", async () => {
  const page = await open();
  await apply(page, { example: "Mistakes: every one is named" });
  for (const name of ["/0/params/title", "/0/params/width", "colour", "/1/params/html", "/1/params", "explode"]) {
    await log(page, name).waitFor();
  }
  assert.equal(await page.getByRole("dialog").count(), 0);
  await apply(page, { text: "{" });
  await page.waitForFunction(() => document.querySelectorAll(".log li[data-kind=refused]").length >= 2);
});

test("stopping locks, replaying brings the same windows back, resetting empties", async () => {
  const page = await open();
  await apply(page, { example: "Notes: a form that answers" });
  await page.getByRole("dialog", { name: "Notes" }).getByText("New note").waitFor();
  await page.getByRole("button", { name: "Replay" }).click();
  await log(page, "Replayed 2").waitFor();
  await page.getByRole("dialog", { name: "Notes" }).getByText("New note").waitFor();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText("Locked", { exact: true }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Apply" }).isDisabled(), true);
  await page.getByRole("button", { name: "Unlock" }).click();
  await page.getByRole("button", { name: "Reset" }).click();
  await page.getByText("No windows yet").waitFor();
  assert.equal(await page.getByRole("dialog").count(), 0);
});

test("what has nothing to act on cannot be pressed, and does not keep the focus", async () => {
  const page = await open();
  const enabled = async () => {
    const named = await page.locator(".workspace-actions button:enabled").allInnerTexts();
    return named.join(" ");
  };
  const notes = page.getByRole("dialog", { name: "Notes" });
  assert.equal(await enabled(), "");
  await apply(page, { example: "Notes: a form that answers" });
  await log(page, "Applied 2").waitFor();
  assert.equal(await enabled(), "Stop Replay Reset");

  // There is nothing to stop without a window, but what was applied can be replayed.
  await notes.getByRole("button", { name: "Close Notes" }).click();
  await page.getByText("No windows yet").waitFor();
  assert.equal(await enabled(), "Replay Reset");
  await page.getByRole("button", { name: "Replay" }).click();
  await log(page, "Replayed").waitFor();
  await apply(page, { example: "Notes: a form that answers" });
  await notes.waitFor();

  // What is locked can be unlocked, whatever there is.
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("button", { name: "Unlock" }).waitFor();
  assert.equal(await enabled(), "Unlock Reset");
  await page.getByRole("button", { name: "Reset" }).press("Enter");
  await page.getByText("No windows yet").waitFor();
  // What the workspace tells of its end comes with the next frames.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
  assert.equal(await page.locator(".log li").count(), 0);
  assert.equal(await enabled(), "Unlock");
  assert.equal(await page.evaluate(() => document.activeElement.id), "workspace");
  await page.getByRole("button", { name: "Unlock" }).press("Enter");
  await page.waitForFunction(() => document.activeElement.id === "workspace");
  // What was told since can be cleared.
  await log(page, "Unlocked").waitFor();
  assert.equal(await enabled(), "Reset");
  await page.getByRole("button", { name: "Reset" }).click();
  await log(page, "Unlocked").waitFor({ state: "detached" });
  assert.equal(await enabled(), "");
});

test("a batch that is under way can be stopped, also without a window", async () => {
  const page = await open();
  await page.route("**/never", () => undefined);
  const url = new URL("/never", page.url()).href;
  await apply(page, { text: JSON.stringify([{ op: "api.call", params: { url } }]) });
  await page.getByRole("button", { name: "Stop" }).and(page.locator(":enabled")).click();
  await log(page, "UICP_CANCELLED").or(log(page, "skipped 1")).first().waitFor();
  await page.getByRole("button", { name: "Unlock" }).waitFor();
});

test("the views are one click apart, have addresses, and keep what is in them", async () => {
  const page = await open();
  await apply(page, { example: "Notes: a form that answers" });
  await page.getByRole("dialog", { name: "Notes" }).getByLabel("Title").fill("kept");
  await page.getByRole("button", { name: "Turns" }).click();
  await page.locator('[data-view="contexts"]').waitFor();
  assert.equal(new URL(page.url()).searchParams.get("view"), null);
  await page.goBack();
  await page.locator('[data-view="workspace"]').waitFor();
  assert.equal(await page.getByRole("dialog", { name: "Notes" }).getByLabel("Title").inputValue(), "kept");
});

for (const dark of [false, true]) {
  test(`axe finds nothing, ${dark ? "dark" : "light"}, wide and narrow`, async () => {
    for (const size of [{}, { width: 360, height: 740 }]) {
      const page = await open({ dark, bypassCSP: true, ...size });
      await apply(page, { example: "Mistakes: every one is named" });
      await apply(page, { example: "Shopping list: an app without a script" });
      await apply(page, { example: "Notes: a form that answers" });
      await page.getByRole("dialog", { name: "Notes" }).getByText("New note").waitFor();
      assert.deepEqual(await axeFindings(page), []);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
    }
  });

  test(`nor with each example by itself, ${dark ? "dark" : "light"}`, async () => {
    const page = await open({ dark, bypassCSP: true });
    const examples = await page.getByLabel("Examples").locator("option").allInnerTexts();
    assert.ok(examples.length > 5);
    for (const example of examples) {
      await page.getByText("No windows yet").waitFor();
      await apply(page, { example });
      if (!example.startsWith("Mistakes")) await page.getByRole("dialog").first().waitFor();
      assert.deepEqual(await axeFindings(page), [], example);
      await page.getByRole("button", { name: "Reset" }).click();
    }
  });
}
