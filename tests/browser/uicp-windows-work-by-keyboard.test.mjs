// Promise: all that a pointer does with a window, the keyboard does: reaching, moving, resizing, closing; and keys that
// are meant for the content stay with it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { boxOf, calls, openShell, openWindow } from "./support/shell.mjs";

const focused = (page) =>
  page.evaluate(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return element?.id || element?.className || element?.localName;
  });

test("Tab reaches the window, its close button, its content and what is in that", async (t) => {
  const page = await openShell(t);
  await openWindow(page, { id: "a", title: "Notes" });
  await page.evaluate(() => window.fill("a", '<input id="field" aria-label="x">'));
  const seen = [];
  for (let press = 0; press < 4; press += 1) {
    await page.keyboard.press("Tab");
    seen.push(await focused(page));
  }
  assert.deepEqual(seen, ["vitrine-window", "vitrine-close", "vitrine-content", "field"]);
  assert.deepEqual(await calls(page), [["focused", "a"]]);
  await page.getByRole("dialog", { name: "Notes" }).getByRole("button", { name: "Close Notes" }).focus();
  await page.keyboard.press("Enter");
  assert.deepEqual(await calls(page), [["closing", "a"]]);
});

test("arrows move and Shift+arrows resize, reported when the key is lifted", async (t) => {
  const page = await openShell(t);
  await openWindow(page, { id: "a" });
  await page.getByRole("dialog").focus();
  await calls(page);
  await page.keyboard.down("ArrowRight");
  await page.keyboard.down("ArrowRight");
  assert.deepEqual(await boxOf(page, "a"), { x: 120, y: 100, width: 300, height: 200 });
  assert.deepEqual(await calls(page), []);
  await page.keyboard.up("ArrowRight");
  assert.deepEqual(await calls(page), [["moved", "a", 120, 100]]);
  for (const key of ["ArrowLeft", "ArrowUp", "ArrowUp", "ArrowDown"]) await page.keyboard.press(key);
  assert.deepEqual(await boxOf(page, "a"), { x: 110, y: 90, width: 300, height: 200 });
  assert.equal((await calls(page, "moved")).length, 4);
  for (const key of ["ArrowRight", "ArrowDown", "ArrowDown", "ArrowLeft"]) await page.keyboard.press(`Shift+${key}`);
  const box = { x: 110, y: 90, width: 300, height: 220 };
  assert.deepEqual(await boxOf(page, "a"), box);
  assert.deepEqual((await calls(page, "resized")).at(-1), ["resized", "a", box]);
});

test("the keyboard is held to the workspace and to the least size as the pointer is", async (t) => {
  const page = await openShell(t);
  await openWindow(page, { id: "a", x: 5, y: 395, width: 125, height: 200 });
  await page.getByRole("dialog").focus();
  for (const key of ["ArrowLeft", "ArrowDown", "Shift+ArrowLeft", "Shift+ArrowDown"]) await page.keyboard.press(key);
  assert.deepEqual(await boxOf(page, "a"), { x: 0, y: 400, width: 120, height: 200 });
});

test("keys in the content, on the close button and with other modifiers move nothing", async (t) => {
  const page = await openShell(t);
  await openWindow(page, { id: "a" });
  await page.evaluate(() => window.fill("a", '<input id="field" aria-label="x" value="abc"><p>text'));
  await page.locator("#field").focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Shift+ArrowLeft");
  await page.getByRole("button", { name: "Close a" }).focus();
  await page.keyboard.press("ArrowLeft");
  await page.locator(".vitrine-content").focus();
  await page.keyboard.press("ArrowDown");
  await page.getByRole("dialog").focus();
  await page.keyboard.press("Control+ArrowLeft");
  await page.keyboard.press("Escape");
  assert.deepEqual(await boxOf(page, "a"), { x: 100, y: 100, width: 300, height: 200 });
  assert.deepEqual(await calls(page), [["focused", "a"]]);
});

test("the focus follows when it is asked for, is not taken from inside, and goes on when its window closes", async (t) => {
  const page = await openShell(t);
  await openWindow(page, { id: "a" });
  await openWindow(page, { id: "b", x: 450, z: 2 });
  await page.evaluate(() => window.fill("a", '<input id="field" aria-label="x">'));
  assert.equal(await focused(page), "body");
  await page.locator("#field").focus();
  await page.evaluate(() => window.shell.changeWindow({ id: "a", z: 3, focus: true }));
  assert.equal(await focused(page), "field");
  await calls(page);
  await page.evaluate(() => window.shell.changeWindow({ id: "b", z: 4, focus: true }));
  assert.equal(await focused(page), "vitrine-window");
  assert.equal(await page.getByRole("dialog", { name: "b" }).evaluate((each) => each === document.activeElement), true);
  await page.evaluate(() => window.shell.closeWindow("b"));
  assert.equal(await page.getByRole("dialog", { name: "a" }).evaluate((each) => each === document.activeElement), true);
  assert.deepEqual(await calls(page), []);
});
