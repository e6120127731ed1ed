// Promise: the examples of the seed work as they are written there.

import assert from "node:assert/strict";
import { test } from "node:test";
import { all, apply, held, openWorkspace, set, told } from "./support/workspace.mjs";

const BOUND = '<input data-state-scope="window" data-state-key="note_title">';
const BUTTON = `<button data-command='[{"op":"dom.set","params":{"windowId":"win","target":"#status","html":"Saved: {{form.title}}"}}]'>Save</button>`;

test("a form whose button saves", async (t) => {
  const page = await openWorkspace(t);
  await apply(page, [set("win", `<form>${BOUND}<input name="title">${BUTTON}</form><p id="status"></p>`)]);
  await page.locator("[name=title]").fill("Tea & <b>biscuits</b>");
  await page.getByRole("button", { name: "Save" }).click();
  await page.locator("#status", { hasText: "Saved" }).waitFor();
  assert.match(await held(page, "win"), /<p id="status">Saved: Tea &amp; &lt;b&gt;biscuits&lt;\/b&gt;<\/p>$/);
  await page.locator("[data-state-key]").fill("a note");
  assert.equal(await page.evaluate(() => window.adapter.state.get("window", "note_title", "win")), "a note");
  assert.equal((await told(page, "problems")).length, 0);
});

test("a structured clarifier", async (t) => {
  const page = await openWorkspace(t);
  const call = {
    op: "api.call",
    params: {
      method: "POST",
      url: "uicp://intent",
      body: {
        title: "Clarify Details",
        textPrompt: "Please provide additional information:",
        fields: [{ name: "answer", label: "Answer", type: "text", placeholder: "Type here..." }],
        submit: "Continue",
        cancel: "Skip",
      },
    },
  };
  assert.deepEqual(await apply(page, [call]), all(1));
  const dialog = page.getByRole("dialog", { name: "Clarify Details" });
  await dialog.getByPlaceholder("Type here...").fill("blue");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await dialog.waitFor({ state: "detached" });
  assert.deepEqual(
    (await told(page, "intents")).map(({ data }) => data),
    [{ answer: "blue" }],
  );
  assert.deepEqual(await apply(page, [call]), all(1));
  await dialog.getByRole("button", { name: "Skip" }).click();
  await dialog.waitFor({ state: "detached" });
  assert.equal((await told(page, "intents")).length, 0);
  await page.waitForFunction(() => window.events.some(({ code }) => code === "UICP_EFFECT_CANCELLED"));
});
