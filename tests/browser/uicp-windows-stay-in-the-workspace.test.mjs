// Promise: windows are shown within the workspace whatever was asked for, also when that shrinks, and come back to where
// they were when it grows; what is in a window never covers another window or its own frame.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "./support/pages.mjs";
import { boxOf, openShell, openWindow } from "./support/shell.mjs";

const shrink = async (page, css) => {
  await page.evaluate((css) => {
    window.root.style.cssText = css;
  }, css);
  // The observer speaks after the layout.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
};

test("what was asked for is shown as far as there is room", async (t) => {
  const page = await openShell(t);
  await openWindow(page, { id: "far", x: 5000, y: -300, width: 300, height: 200 });
  await openWindow(page, { id: "wide", x: 10, y: 10, width: 9000, height: 9000 });
  assert.deepEqual(await boxOf(page, "far"), { x: 500, y: 0, width: 300, height: 200 });
  assert.deepEqual(await boxOf(page, "wide"), { x: 0, y: 0, width: 800, height: 600 });
});

test("windows follow a workspace that shrinks, and return", async (t) => {
  const page = await openShell(t);
  await openWindow(page, { id: "a", x: 480, y: 380 });
  await shrink(page, "width: 400px; height: 250px");
  assert.deepEqual(await boxOf(page, "a"), { x: 100, y: 50, width: 300, height: 200 });
  await shrink(page, "width: 240px; height: 150px; min-height: 0");
  assert.deepEqual(await boxOf(page, "a"), { x: 0, y: 0, width: 240, height: 150 });
  await shrink(page, "display: none");
  await shrink(page, "width: 800px; height: 600px");
  assert.deepEqual(await boxOf(page, "a"), { x: 480, y: 380, width: 300, height: 200 });
});

test("a window opened before the workspace is shown finds its place then", async (t) => {
  const page = await openShell(t);
  await shrink(page, "display: none");
  await openWindow(page, { id: "a", x: 700, y: 20 });
  await shrink(page, "width: 800px; height: 600px");
  assert.deepEqual(await boxOf(page, "a"), { x: 500, y: 20, width: 300, height: 200 });
});

const OVERLAYS = {
  "a fixed overlay": "position: fixed; inset: 0; z-index: 2147483647",
  "an overlay of absolute position": "position: absolute; inset: -2000px; z-index: 2147483647",
  "a sticky one": "position: sticky; top: -500px; width: 4000px; height: 4000px; z-index: 2147483647",
  "negative margins": "margin: -1000px; padding: 3000px",
  "a transform": "width: 100px; height: 100px; transform: scale(90)",
  "a shadow": "width: 10px; height: 10px; box-shadow: 0 0 0 3000px",
};

test("nothing in a window gets over its frame or over its neighbours, whichever is in front", async (t) => {
  const page = await openShell(t);
  await openWindow(page, { id: "behind", x: 300, y: 150, z: 1 });
  await openWindow(page, { id: "evil", x: 100, y: 100, z: 2 });
  await openWindow(page, { id: "front", x: 340, y: 240, z: 3 });
  for (const [name, style] of Object.entries(OVERLAYS)) {
    const wrong = await page.evaluate((style) => {
      window.fill("evil", "<div></div>");
      window.shell.content("evil").firstChild.style.cssText = `${style}; background: red`;
      const content = document.querySelector('[data-window-id="evil"] .vitrine-content').getBoundingClientRect();
      const front = document.querySelector('[data-window-id="front"]').getBoundingClientRect();
      const within = ({ left, right, top, bottom }, x, y) => x > left && x < right && y > top && y < bottom;
      const found = [];
      for (let x = 3; x < 1000; x += 7) {
        for (let y = 3; y < 700; y += 7) {
          const hit = document.elementFromPoint(x, y);
          const isEvil = hit?.closest(".vitrine-content")?.parentElement.dataset.windowId === "evil";
          if (isEvil && (!within(content, x, y) || within(front, x, y))) found.push(`${x},${y}`);
        }
      }
      return found;
    }, style);
    assert.deepEqual(wrong, [], name);
  }
});

test("the workspace is the page's: what it held stays, and goes on after the shell", async (t) => {
  const page = await openShell(t);
  const found = await page.evaluate(() => {
    const own = window.root.appendChild(document.createElement("p"));
    window.shell.openWindow({ id: "a b\u00fc", title: "x", x: 0, y: 0, width: 200, height: 200, z: 1 });
    const during = [...window.root.children].map((each) => each.localName);
    const label = document.querySelector(".vitrine-window").getAttribute("aria-labelledby");
    const labelled = document.getElementById(label)?.textContent;
    window.shell.destroy();
    return {
      during,
      labelled,
      after: [...window.root.children].map((each) => each === own),
      name: window.root.className,
    };
  });
  assert.deepEqual(found, { during: ["p", "section"], labelled: "x", after: [true], name: "" });
});

test("the first workspace leaves nothing in the page but its root", async (t) => {
  const page = await openPage(t);
  const left = await page.evaluate(async () => {
    const { init, createAdapter } = await import("/vitrine/esm/index.js");
    await init();
    const tree = document.createElement("div").attachShadow({ mode: "open" });
    const root = tree.appendChild(document.createElement("main"));
    const before = document.documentElement.outerHTML;
    createAdapter({ root });
    return {
      sheets: [document.adoptedStyleSheets.length, tree.adoptedStyleSheets.length],
      page: document.documentElement.outerHTML === before,
      windows: root.childElementCount,
    };
  });
  assert.deepEqual(left, { sheets: [0, 1], page: true, windows: 0 });
});
