// Promise: windows, their content, questions and bound values work where the page allows nothing but its own scripts and
// styles and requires Trusted Types without a policy; nothing is reported, nothing of the content runs, and no promise is
// rejected unseen.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "./support/pages.mjs";

const STRICT =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'";

const HOSTILE = `<script>window.ran = 1</script><img/onerror="window.ran = 2" src="x:y"><p style="color: rgb(1, 2, 3)" id="p">javascript: the good parts</p>
  <a href="javascript:window.ran=3" id="a">a</a><form onsubmit="window.ran = 4"><input name="title" value="<img src=x onerror=window.ran=5>">
  <input name="submit"><input name="elements"><button id="save" data-command='[{"op":"dom.set","params":{"windowId":"{{windowId}}","target":"#out","html":"<b>{{form.title}}</b>"}}]'>Save</button></form>
  <p id="out"></p><div id="bad" data-command="{not json">x</div><input id="bound" data-state-scope="global" data-state-key="k">`;

test("a workspace of hostile content", async (t) => {
  const page = await openPage(t, STRICT);
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  await page.evaluate(async (html) => {
    window.violations = [];
    addEventListener("securitypolicyviolation", (event) => window.violations.push(event.effectiveDirective));
    window.problems = [];
    const { createAdapter, init } = await import("/vitrine/esm/index.js");
    await init({ modules: ["ui"] });
    const root = document.body.appendChild(document.createElement("div"));
    root.id = "workspace-root";
    root.style.cssText = "width: 900px; height: 600px";
    const onProblem = (problem) => window.problems.push(problem);
    window.intents = [];
    window.adapter = createAdapter({ root, onProblem, onIntent: (intent) => window.intents.push(intent) });
    const body = { textPrompt: "What?", title: "Ask" };
    window.outcome = await window.adapter.enqueue([
      { op: "dom.set", params: { windowId: "w", target: "#root", html } },
      { op: "window.update", params: { id: "w", width: 400, height: 400, x: 10, y: 10 } },
      { op: "state.set", params: { scope: "global", key: "k", value: "from the agent" } },
      { op: "api.call", params: { url: "uicp://intent", body } },
    ]);
  }, HOSTILE);
  assert.deepEqual(await page.evaluate(() => window.outcome), { applied: 4, skipped: 0, failed: [] });
  const click = (selector) =>
    page.evaluate((selector) => window.adapter.content("w").querySelector(selector).click(), selector);
  await click("#save");
  await click("#a");
  await click("#bad");
  await page.waitForFunction(() => window.adapter.content("w").querySelector("#out b") !== null);
  const found = await page.evaluate(() => {
    const content = window.adapter.content("w");
    return {
      said: content.querySelector("#out b").textContent,
      color: getComputedStyle(content.querySelector("#p")).color,
      bound: content.querySelector("#bound").value,
      images: content.querySelectorAll("#out img, script").length,
      ran: window.ran,
    };
  });
  assert.deepEqual(found, {
    said: "<img src=x onerror=window.ran=5>",
    color: "rgb(1, 2, 3)",
    bound: "from the agent",
    images: 0,
    ran: undefined,
  });
  await page.getByRole("dialog", { name: "Ask" }).getByLabel("Answer").fill("this");
  await page.getByRole("button", { name: "Submit" }).click();
  await page.waitForFunction(() => window.intents.length === 1);
  assert.deepEqual(await page.evaluate(() => window.intents), [{ data: { answer: "this" } }]);
  assert.equal((await page.evaluate(() => window.problems)).length, 1, "the command that is no JSON was told");
  await page.waitForTimeout(200);
  assert.deepEqual(await page.evaluate(() => window.violations), []);
  assert.deepEqual(errors, []);
});
