// Promise: the structured form of `uicp://intent` opens a window with a form that a person can fill in, dispatches what
// they said once, and says so when they did not answer.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openShell, openWindow } from "./support/shell.mjs";

/** Calls `uicp://intent` in the page; `intents` and `batches` there are what came of it, `answered` the answer. */
function ask(page, body, windowId) {
  return page.evaluate(
    async ([body, windowId]) => {
      window.intents ??= [];
      window.batches = [];
      const enqueue = async (batch) => {
        window.batches.push(...batch);
        for (const { op, params } of batch) {
          if (op === "window.create") window.shell.openWindow({ x: 20, y: 20, z: 9, ...params });
          else window.shell.closeWindow(params.id);
        }
      };
      const onIntent = async (intent) => {
        if (window.refuse) throw new Error("The chat is busy.");
        window.intents.push(intent);
      };
      const call = { op: "api.call", ...(windowId && { windowId }), params: { url: "uicp://intent", body } };
      window.leaving = new AbortController();
      const { signal } = window.leaving;
      const result = await window.runEffect(call, { shell: window.shell, onIntent, enqueue, signal });
      if (result.status !== "waiting") return result;
      window.answered = undefined;
      result.answer.then((end) => {
        window.answered = end;
      });
      return { status: "waiting" };
    },
    [body, windowId],
  );
}

const answered = (page) => page.evaluate(() => window.answered);
const intents = (page) => page.evaluate(() => window.intents);

const BODY = {
  title: "Clarify <b>Details</b>",
  textPrompt: "Please provide <i>additional</i> information:",
  fields: [
    { name: "answer", label: "Answer", type: "text", placeholder: "Type here..." },
    { name: "more", label: "More", type: "textarea", defaultValue: "as it is", required: false },
    { name: "size", label: "Size", type: "select", options: ["S", "M"] },
    { name: "colour", label: "Colour", type: "select", options: ["red", "blue"], defaultValue: "blue" },
  ],
  submit: "Continue",
  cancel: "Skip",
  width: 400,
  height: 500,
};

test("the form has labels, kinds, defaults, placeholders and marks, and no text of it is markup", async (t) => {
  const page = await openShell(t);
  assert.deepEqual(await ask(page, BODY), { status: "waiting" });
  const dialog = page.getByRole("dialog", { name: BODY.title });
  await dialog.getByText(BODY.textPrompt).waitFor();
  const answer = dialog.getByRole("textbox", { name: "Answer (required)" });
  assert.equal(await answer.getAttribute("placeholder"), "Type here...");
  assert.equal(await answer.evaluate((each) => each.localName + each.required), "inputtrue");
  const more = dialog.getByRole("textbox", { name: "More (optional)" });
  assert.equal(
    await more.evaluate((each) => `${each.localName} ${each.required} ${each.value}`),
    "textarea false as it is",
  );
  const options = await dialog.getByRole("combobox", { name: "Size (required)" }).locator("option").allInnerTexts();
  assert.deepEqual(options, ["Choose …", "S", "M"]);
  assert.equal(await dialog.getByRole("combobox", { name: "Colour" }).inputValue(), "blue");
  const [{ params }] = await page.evaluate(() => window.batches);
  assert.deepEqual([params.width, params.height], [400, 500]);
});

test("submitting dispatches one intent with what was said, and closes the window", async (t) => {
  const page = await openShell(t);
  await ask(page, BODY, "notes");
  await page.getByRole("button", { name: "Continue" }).click();
  assert.deepEqual(await intents(page), [], "what is required is missing");
  await page.getByLabel("Answer").fill("42");
  await page.getByLabel("Size").selectOption("M");
  await page.getByLabel("Answer").press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  const data = { answer: "42", more: "as it is", size: "M", colour: "blue" };
  assert.deepEqual(await intents(page), [{ data, windowId: "notes" }]);
  assert.deepEqual(await answered(page), { status: "ready", data });
});

for (const [how, leave] of Object.entries({
  "cancel button": (page) => page.getByRole("button", { name: "Skip" }).click(),
  "window is closed": (page) => page.evaluate(() => window.shell.closeWindow(window.batches[0].params.id)),
  "effect is left": (page) => page.evaluate(() => window.leaving.abort()),
  "shell ends": (page) => page.evaluate(() => window.shell.destroy()),
})) {
  test(`when the ${how}, nothing is dispatched and the call says that nobody answered`, async (t) => {
    const page = await openShell(t);
    await ask(page, BODY);
    await leave(page);
    await page.getByRole("dialog").waitFor({ state: "detached" });
    assert.deepEqual(await intents(page), []);
    const { status, error } = await answered(page);
    assert.deepEqual([status, error.code], ["error", "UICP_EFFECT_CANCELLED"]);
  });
}

test("when the chat refuses, the person reads why and what they wrote is still there", async (t) => {
  const page = await openShell(t);
  await ask(page, { textPrompt: "What now?" });
  await page.getByLabel("Answer").fill("my words");
  await page.evaluate(() => {
    window.refuse = true;
  });
  await page.getByRole("button", { name: "Submit" }).click();
  assert.equal(await page.getByRole("alert").textContent(), "The chat is busy.");
  assert.equal(await page.getByLabel("Answer").inputValue(), "my words");
  await page.evaluate(() => {
    window.refuse = false;
  });
  await page.getByRole("button", { name: "Submit" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  assert.deepEqual(await intents(page), [{ data: { answer: "my words" } }]);
});

test("a window that is open is never taken for a question", async (t) => {
  const page = await openShell(t);
  await openWindow(page, { id: "notes" });
  await openWindow(page, { id: "clarifier-1" });
  await page.evaluate(() => window.fill("notes", "<p>mine</p>"));
  await ask(page, { textPrompt: "What?", windowId: "notes" });
  assert.deepEqual(await page.evaluate(() => window.batches[0].params.id), "clarifier-2");
  await ask(page, { textPrompt: "What?", windowId: "fresh" });
  assert.deepEqual(await page.evaluate(() => window.batches[0].params.id), "fresh");
  assert.equal(await page.getByText("mine").isVisible(), true);
});
