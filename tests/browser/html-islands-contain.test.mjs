// Promise: what is in an island stays in it. It cannot be painted or clicked outside, its ids are nobody's properties,
// and styles leak neither way.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "./support/pages.mjs";

/** A page with a frame of its own around an island of 200 by 100 pixels. */
async function openIsland(t) {
  const page = await openPage(t);
  await page.setViewportSize({ width: 800, height: 600 });
  await page.evaluate(async () => {
    window.vitrine = await import("/vitrine/esm/html.js");
    await window.vitrine.init();
    document.body.innerHTML = `<style>
        body { margin: 0; font: 16px/1 monospace }
        #page { position: absolute; inset: 0; background: white }
        #host { position: absolute; left: 300px; top: 200px; width: 200px; height: 100px; background: silver }
        p { color: rgb(9, 9, 9); text-decoration: line-through } .badge { color: rgb(9, 9, 9) }
      </style><div id="page"></div><div id="host"></div>`;
    window.host = document.querySelector("#host");
    window.island = window.vitrine.createIsland(window.host);
    /** What a click at each point of a grid would hit: `in` the island, or `out`. */
    window.probe = () => {
      const wrong = [];
      for (let x = 5; x < 800; x += 10) {
        for (let y = 5; y < 600; y += 10) {
          const inside = x > 300 && x < 500 && y > 200 && y < 300;
          const hit = document.elementFromPoint(x, y);
          if (!inside && hit === window.host) wrong.push(`${x},${y}`);
        }
      }
      return wrong;
    };
  });
  return page;
}

const ESCAPES = {
  "an overlay of absolute position": "position: absolute; inset: -1000px; z-index: 2147483647; background: red",
  "an overlay of fixed position": "position: fixed; inset: 0; z-index: 2147483647; background: red",
  "a sticky one": "position: sticky; top: -1000px; height: 5000px; width: 5000px; background: red",
  "negative margins": "margin: -1000px; padding: 3000px; background: red",
  "huge sizes": "width: 9999px; height: 9999px; background: red",
  "a transform": "width: 100px; height: 100px; transform: translate(-300px, -200px) scale(50); background: red",
  "a move by translate": "width: 300px; height: 300px; translate: -250px -150px; background: red",
  "a shadow": "box-shadow: 0 0 0 2000px red",
  "an outline": "outline: 2000px solid red",
  "a float": "float: left; margin-left: -3000px; width: 9999px; height: 9999px; background: red",
  "overflow asked for":
    "overflow: visible; position: relative; left: -300px; width: 2000px; height: 2000px; background: red",
  "a zoom": "zoom: 40; background: red",
};

test("nothing is painted or hit outside of the island", async (t) => {
  const page = await openIsland(t);
  const colour = async () => {
    const shot = await page.screenshot({ type: "png" });
    return page.evaluate(async (base64) => {
      const image = new Image();
      image.src = `data:image/png;base64,${base64}`;
      await image.decode();
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [image.width, image.height];
      const context = canvas.getContext("2d");
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      let [inside, outside] = [0, 0];
      for (let at = 0; at < data.length; at += 4) {
        if (data[at] < 200 || data[at + 1] > 100) continue;
        const [x, y] = [(at / 4) % canvas.width, Math.floor(at / 4 / canvas.width)];
        if (x >= 300 && x < 500 && y >= 200 && y < 300) inside += 1;
        else outside += 1;
      }
      return { inside, outside };
    }, shot.toString("base64"));
  };
  let painted = 0;
  for (const [name, style] of Object.entries(ESCAPES)) {
    // What the policy lets through, and all of it, as if the policy were not there.
    for (const trusted of [false, true]) {
      await page.evaluate(
        ([style, trusted]) => {
          const markup = `<div style="${style}"><div style="${style}">x</div></div>`;
          if (trusted) window.island.innerHTML = markup;
          else window.vitrine.renderHtml(window.island, markup);
        },
        [style, trusted],
      );
      assert.deepEqual(await page.evaluate(() => window.probe()), [], name);
      const { inside, outside } = await colour();
      assert.equal(outside, 0, `${name}: ${outside} pixels`);
      painted += inside > 0 ? 1 : 0;
    }
  }
  assert.ok(painted >= 18, `only ${painted} of the overlays were painted at all`);
});

test("the same markup in a plain element gets out", async (t) => {
  const page = await openIsland(t);
  const out = await page.evaluate((styles) => {
    const plain = document.createElement("div");
    window.host.replaceWith(plain);
    plain.id = "host";
    window.host = plain;
    return styles.filter((style) => {
      window.vitrine.renderHtml(plain, `<div style="${style}">x</div>`);
      const hit = document.elementFromPoint(250, 150);
      return plain.contains(hit);
    }).length;
  }, Object.values(ESCAPES));
  assert.ok(out >= 4, `only ${out} got out`);
});

test("the page's own rules do not open an island", async (t) => {
  const page = await openIsland(t);
  const found = await page.evaluate(() => {
    document.head.insertAdjacentHTML("beforeend", "<style>#host { contain: none; overflow: visible }</style>");
    const { contain, overflow } = getComputedStyle(window.host);
    return { contain, overflow };
  });
  assert.deepEqual(found, { contain: "content", overflow: "clip" });
});

test("ids and names are nobody's properties", async (t) => {
  const page = await openIsland(t);
  const found = await page.evaluate(() => {
    const names = ["config", "cookie", "getElementById", "location", "submit", "title", "status"];
    const markup = names.map((name) => `<form id="f-${name}"><input id="${name}" name="${name}"></form>`).join("");
    window.vitrine.renderHtml(window.island, markup);
    return {
      kept: names.filter((name) => window.island.getElementById(name)?.getAttribute("name") === name).length,
      window: names.filter((name) => window[name] instanceof Element || document[name] instanceof Element),
      seen: names.filter((name) => document.getElementById(name) ?? document.querySelector(`[name=${name}]`)),
      form: document.forms.length,
    };
  });
  assert.deepEqual(found, { kept: 7, window: [], seen: [], form: 0 });
});

test("styles leak neither way", async (t) => {
  const page = await openIsland(t);
  const found = await page.evaluate(() => {
    document.querySelector("#page").innerHTML = '<p class="badge">page</p>';
    const markup = '<style>p { color: red !important }</style><p class="badge" style="--leak: 1">island</p>';
    window.vitrine.renderHtml(window.island, markup);
    const inside = getComputedStyle(window.island.querySelector("p"));
    const outside = getComputedStyle(document.querySelector("#page p"));
    return {
      inside: [inside.color, inside.textDecorationLine],
      outside: [outside.color, outside.textDecorationLine, outside.getPropertyValue("--leak")],
      sheets: document.adoptedStyleSheets.length,
    };
  });
  assert.deepEqual(found, {
    inside: ["rgb(0, 0, 0)", "none"],
    outside: ["rgb(9, 9, 9)", "line-through", ""],
    sheets: 0,
  });
});
