// Promise: a window is dragged by its header and pulled at its edges and corners, never leaves the workspace, is never
// smaller than 120 by 120 pixels, and each pull is reported once.

import assert from "node:assert/strict";
import { test } from "node:test";
import { boxOf, calls, openShell, openWindow } from "./support/shell.mjs";

/** Pulls from one point to another in steps. */
async function pull(page, [x, y], [toX, toY]) {
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move((x + toX) / 2, (y + toY) / 2, { steps: 4 });
  await page.mouse.move(toX, toY, { steps: 4 });
  await page.mouse.up();
}

test("dragging by the header moves it, and is reported once, when it ends", async (t) => {
  const page = await openShell(t);
  await openWindow(page, { id: "a" });
  await page.mouse.move(200, 110);
  await page.mouse.down();
  await page.mouse.move(260, 170, { steps: 10 });
  assert.deepEqual(await boxOf(page, "a"), { x: 160, y: 160, width: 300, height: 200 });
  assert.deepEqual(await calls(page), [["focused", "a"]]);
  await page.mouse.up();
  assert.deepEqual(await calls(page), [["moved", "a", 160, 160]]);
  assert.deepEqual(await boxOf(page, "a"), { x: 160, y: 160, width: 300, height: 200 });
});

test("a press that does not move is no drag", async (t) => {
  const page = await openShell(t);
  await openWindow(page, { id: "a" });
  await page.mouse.click(200, 110);
  assert.deepEqual(await calls(page), [["focused", "a"]]);
});

test("it is dragged to the edge of the workspace and no further", async (t) => {
  const page = await openShell(t);
  await openWindow(page, { id: "a" });
  await pull(page, [200, 110], [990, 690]);
  assert.deepEqual(await boxOf(page, "a"), { x: 500, y: 400, width: 300, height: 200 });
  await pull(page, [600, 410], [0, 0]);
  assert.deepEqual(await boxOf(page, "a"), { x: 0, y: 0, width: 300, height: 200 });
  assert.deepEqual(await calls(page, "moved"), [
    ["moved", "a", 500, 400],
    ["moved", "a", 0, 0],
  ]);
});

test("a drag that the browser takes over changes nothing", async (t) => {
  const page = await openShell(t);
  await openWindow(page, { id: "a" });
  await page.mouse.move(200, 110);
  await page.mouse.down();
  await page.mouse.move(260, 170, { steps: 3 });
  await page.evaluate(() => document.querySelector(".vitrine-header").releasePointerCapture(1));
  await page.mouse.move(300, 300);
  await page.mouse.up();
  assert.deepEqual(await boxOf(page, "a"), { x: 100, y: 100, width: 300, height: 200 });
  assert.deepEqual(await calls(page, "moved"), []);
});

const PULLS = {
  n: [[250, 99], [250, 59], { x: 100, y: 60, width: 300, height: 240 }],
  e: [[401, 200], [441, 200], { x: 100, y: 100, width: 340, height: 200 }],
  s: [[250, 301], [250, 341], { x: 100, y: 100, width: 300, height: 240 }],
  w: [[99, 200], [59, 200], { x: 60, y: 100, width: 340, height: 200 }],
  ne: [[401, 99], [441, 59], { x: 100, y: 60, width: 340, height: 240 }],
  nw: [[99, 99], [59, 59], { x: 60, y: 60, width: 340, height: 240 }],
  se: [[401, 301], [441, 341], { x: 100, y: 100, width: 340, height: 240 }],
  sw: [[99, 301], [59, 341], { x: 60, y: 100, width: 340, height: 240 }],
};

test("pulling at each edge and corner moves that alone", async (t) => {
  const page = await openShell(t);
  await openWindow(page, { id: "a" });
  for (const [edge, [from, to, box]] of Object.entries(PULLS)) {
    await page.evaluate(() => window.shell.changeWindow({ id: "a", x: 100, y: 100, width: 300, height: 200 }));
    await pull(page, from, to);
    assert.deepEqual(await boxOf(page, "a"), box, edge);
    assert.deepEqual(await calls(page, "resized"), [["resized", "a", box]], edge);
  }
});

test("no edge can be pulled below 120 pixels or out of the workspace", async (t) => {
  const page = await openShell(t);
  await openWindow(page, { id: "a" });
  await pull(page, [401, 301], [0, 0]);
  assert.deepEqual(await boxOf(page, "a"), { x: 100, y: 100, width: 120, height: 120 });
  await pull(page, [99, 99], [700, 500]);
  assert.deepEqual(await boxOf(page, "a"), { x: 100, y: 100, width: 120, height: 120 });
  await pull(page, [221, 221], [990, 690]);
  assert.deepEqual(await boxOf(page, "a"), { x: 100, y: 100, width: 700, height: 500 });
});

test("turning to a window is reported, once, until another one comes", async (t) => {
  const page = await openShell(t);
  await openWindow(page, { id: "a" });
  await openWindow(page, { id: "b", x: 450, z: 2 });
  await page.mouse.click(200, 200);
  await page.mouse.click(200, 200);
  await page.mouse.click(550, 200);
  await page.mouse.click(200, 200);
  assert.deepEqual(await calls(page), [
    ["focused", "a"],
    ["focused", "b"],
    ["focused", "a"],
  ]);
  await openWindow(page, { id: "c", x: 450, z: 4 });
  await page.mouse.click(200, 200);
  assert.deepEqual(await calls(page), [["focused", "a"]]);
});

test("the button at the right asks for closing, and the window is gone when it is closed", async (t) => {
  const page = await openShell(t);
  await openWindow(page, { id: "a" });
  await page.getByRole("button", { name: "Close a" }).click();
  assert.deepEqual(await calls(page, "closing"), [["closing", "a"]]);
  assert.equal(await page.getByRole("dialog").count(), 1);
  await page.evaluate(() => window.shell.closeWindow("a"));
  assert.equal(await page.getByRole("dialog").count(), 0);
  assert.equal(await page.evaluate(() => window.shell.content("a")), null);
});
