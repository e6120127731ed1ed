// Promise: rendered markup is read as what its target is, the report is that of its own call, and a target that would run or
// fetch what it is given takes nothing.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "./support/pages.mjs";

async function open(t) {
  const page = await openPage(t);
  await page.evaluate(async () => {
    window.v = await import("/vitrine/esm/html.js");
    await window.v.init();
    window.codeOf = (run) => {
      try {
        run();
        return "none";
      } catch (error) {
        return error.code ?? String(error);
      }
    };
  });
  return page;
}

test("an option that is undefined leaves the choice to the target", async (t) => {
  const page = await open(t);
  const made = await page.evaluate(() => {
    const rows = document.createElement("tbody");
    v.renderHtml(rows, "<tr><td>1", { context: undefined, mode: undefined });
    const root = document.createElement("div").attachShadow({ mode: "open" });
    v.renderHtml(root, "<p id=cookie>", { clobbering: undefined });
    const denied = document.createElement("div").attachShadow({ mode: "open" });
    v.renderHtml(denied, "<p id=cookie>", { clobbering: "deny" });
    return [rows.innerHTML, root.innerHTML, denied.innerHTML];
  });
  assert.deepEqual(made, ["<tr><td>1</td></tr>", '<p id="cookie"></p>', "<p></p>"]);
});

test("elements of other kinds that have the name of a graphic or of HTML are no place for its content", async (t) => {
  const page = await open(t);
  const made = await page.evaluate(() => {
    const MATH = "http://www.w3.org/1998/Math/MathML";
    const targets = [
      document.createElement("svg"),
      document.createElementNS(MATH, "svg"),
      document.createElement("abc"),
    ];
    return targets.map((target) => {
      v.renderHtml(target, "<circle></circle><p>1");
      return [target.children.length, target.firstElementChild.localName, target.firstElementChild.namespaceURI];
    });
  });
  assert.deepEqual(made, new Array(3).fill([1, "p", "http://www.w3.org/1999/xhtml"]));
});

test("a template takes it into its content, and its own place where it is replaced", async (t) => {
  const page = await open(t);
  const found = await page.evaluate(() => {
    const outer = document.createElement("div");
    const template = outer.appendChild(document.createElement("template"));
    v.renderHtml(template, "<b onclick=x()>1</b>");
    v.renderHtml(template, "<i>2", { mode: "append" });
    const graphic = document.createElementNS("http://www.w3.org/2000/svg", "template");
    v.renderHtml(graphic, "<g></g>");
    const filled = [outer.innerHTML, template.childNodes.length, graphic.childNodes.length];
    v.renderHtml(template, "<u>3", { mode: "replace" });
    return [...filled, outer.innerHTML];
  });
  assert.deepEqual(found, ["<template><b>1</b><i>2</i></template>", 0, 1, "<u>3</u>"]);
});

test("a template takes the parts of a table as Chromium's does", async (t) => {
  const page = await open(t);
  const all = [
    "<tr><td>x</td></tr><tr><td>y",
    "<td>x<td>y",
    "<tbody><tr><td>x</tbody><caption>y",
    "<caption>x</caption><col>",
    "<col><col><tr>",
    "x<tr><td>y</tr>z<b>1</b><tr>",
    "<p>x</p><tr><td>y",
    "<style>x</style><tr><td>y",
    "<li>x<li>y",
  ];
  const found = await page.evaluate((all) => {
    return all.map((markup) => {
      const [built, parsed, given] = [1, 2, 3].map(() => document.createElement("template"));
      v.renderHtml(built, markup);
      parsed.innerHTML = markup.replace(/<style>.*<.style>/, "");
      given.innerHTML = v.sanitizeHtml(markup, { context: "template" }).html;
      return [markup, built.innerHTML, given.innerHTML, parsed.innerHTML];
    });
  }, all);
  for (const [markup, built, given, parsed] of found) assert.deepEqual([built, given], [parsed, parsed], markup);
});

test("a range shows what is written, in whatever order its limits come", async (t) => {
  const page = await open(t);
  const ranges = ["value=150 max=200", "min=500 value=1500 max=5000", "value=0.55 min=0 max=1 step=0.01"];
  const shown = await page.evaluate((all) => {
    const target = document.createElement("div");
    return all.map((range) => {
      v.renderHtml(target, `<input ${range} type=range>`);
      return target.firstChild.value;
    });
  }, ranges);
  assert.deepEqual(shown, ["150", "1500", "0.55"]);
});

test("media are muted, and of radios that are written alike the last is checked", async (t) => {
  const page = await open(t);
  const radio = "<input type=radio name=r checked>";
  const found = await page.evaluate(
    (markup) => {
      const target = document.body.appendChild(document.createElement("div"));
      v.renderHtml(target, markup);
      const all = (selector) => [...target.querySelectorAll(selector)];
      return {
        checked: all("input").map((each) => each.checked),
        muted: all("audio, video").map((each) => each.muted),
      };
    },
    `${radio.repeat(4)}<video muted></video><video muted></video><audio muted></audio><video></video>`,
  );
  assert.deepEqual(found, { checked: [false, false, false, true], muted: [true, true, true, false] });
});

test("what code of the page renders meanwhile is not in the report", async (t) => {
  const page = await open(t);
  const { removed, inner } = await page.evaluate(() => {
    const target = document.body.appendChild(document.createElement("div"));
    v.renderHtml(target, "<input>");
    let inner = 0;
    target.firstChild.onblur = () => {
      inner = v.sanitizeHtml("<marquee>".repeat(50)).removed.length;
    };
    target.firstChild.focus();
    return { removed: v.renderHtml(target, "<p onclick=x>a</p>").removed, inner };
  });
  assert.equal(inner, 50);
  assert.deepEqual(
    removed.map(({ what, name }) => [what, name]),
    [["attribute", "onclick"]],
  );
});

test("a shadow root of another document is one", async (t) => {
  const page = await open(t);
  const html = await page.evaluate(() => {
    const frame = document.body.appendChild(document.createElement("iframe"));
    const inside = frame.contentDocument;
    const root = v.createIsland(inside.body.appendChild(inside.createElement("div")));
    v.renderHtml(root, '<input name="title" id="status">');
    return root.innerHTML;
  });
  assert.equal(html, '<input name="title" id="status">');
});

test("a host that no window shows is refused as it is, and is a host when one does", async (t) => {
  const page = await open(t);
  const found = await page.evaluate(() => {
    const template = document.createElement("template");
    template.innerHTML = "<div></div>";
    const host = template.content.firstChild;
    const code = codeOf(() => v.createIsland(host));
    const bare = host.shadowRoot === null;
    document.body.append(host);
    v.createIsland(host);
    return [code, bare, getComputedStyle(host).contain];
  });
  assert.deepEqual(found, ["BadRequest", true, "content"]);
});

test("graphics that hold HTML are given HTML", async (t) => {
  const page = await open(t);
  const html = await page.evaluate(() => {
    const make = (name) => document.createElementNS("http://www.w3.org/2000/svg", name);
    const [text, shape] = [make("foreignObject"), make("g")];
    v.renderHtml(text, "<p>hi</p><b>x</b>");
    v.renderHtml(shape, "<circle r=1></circle>");
    return [text.innerHTML, shape.firstChild.namespaceURI];
  });
  assert.deepEqual(html, ["<p>hi</p><b>x</b>", "http://www.w3.org/2000/svg"]);
});

test("what runs, fetches or hides its text, or writes it raw, is no target, nor is anything in it", async (t) => {
  const page = await open(t);
  const codes = await page.evaluate(() => {
    const RAW = ["script", "style", "iframe", "noembed", "noframes", "noscript", "plaintext", "xmp"];
    const targets = RAW.flatMap((name) => [
      document.createElement(name),
      document.createElementNS("http://www.w3.org/2000/svg", name),
    ]);
    const inside = document.createElement("b");
    targets[0].append(inside);
    return [
      ...targets.map((target) => codeOf(() => v.renderHtml(document.head.appendChild(target), "window.ran = 1"))),
      codeOf(() => v.renderHtml(inside, "window.ran = 1", { mode: "replace" })),
      codeOf(() => v.renderHtml(document.documentElement, "<b>x</b>", { mode: "replace" })),
      window.ran,
    ];
  });
  assert.deepEqual(codes, [...Array(18).fill("BadRequest"), undefined]);
});

test("what has no parent has no place that could be given to other nodes", async (t) => {
  const page = await open(t);
  const found = await page.evaluate(() => {
    const replace = { mode: "replace" };
    const said = (target) => {
      try {
        return v.renderHtml(target, "<i>new", replace);
      } catch ({ code, message, details }) {
        return { code, message, details };
      }
    };
    const alone = document.createElement("b");
    alone.textContent = "old";
    const removed = document.body.appendChild(document.createElement("p"));
    removed.remove();
    const root = document.createElement("div").attachShadow({ mode: "open" });
    const fragment = document.createDocumentFragment();
    const { content } = document.createElement("template");
    const holders = [document.createElement("div"), root, fragment, content];
    for (const holder of holders) v.renderHtml(holder.appendChild(document.createElement("b")), "<i>new", replace);
    const inside = holders.map((holder) => [holder.childNodes.length, holder.firstChild.outerHTML]);
    return { said: said(alone), left: alone.outerHTML, gone: said(removed).code, root: said(root).code, inside };
  });
  const expected = 'an element that has a parent (mode "set" needs none)';
  assert.deepEqual(found.said, {
    code: "BadRequest",
    message: `target: expected ${expected}, found <b>`,
    details: { expected, found: "<b>" },
  });
  assert.deepEqual([found.left, found.gone, found.root], ["<b>old</b>", "BadRequest", "BadRequest"]);
  assert.deepEqual(found.inside, new Array(4).fill([1, "<i>new</i>"]));
});

test("options that are none are refused", async (t) => {
  const page = await open(t);
  const circle = "(() => { const a = {}; a.a = a; return a })()";
  const wrong = ["5", "true", "Symbol()", "[]", "null", "{ context: 1n }", "{ svg: 1n }", "{ clobbering: 1n }"];
  const lists = ["[1n]", '["https://*.example"]', '["https://a.exam\\0ple"]', '["https://a.example/x"]'];
  const modes = ["Object.create(null)", "1n", '"set "'];
  const all = [
    ...wrong,
    `{ context: ${circle} }`,
    `{ images: ${circle} }`,
    ...lists.map((list) => `{ images: ${list} }`),
    ...modes.map((mode) => `{ mode: ${mode} }`),
  ];
  for (const options of all) {
    const code = await page.evaluate(`codeOf(() => v.renderHtml(document.body, "x", ${options}))`);
    assert.equal(code, "BadRequest", options);
  }
  const kept = await page.evaluate(() => {
    const options = { images: ["https://A.example:443"] };
    return v.sanitizeHtml("<img src=https://a.example/x.png>", options).html;
  });
  assert.equal(kept, '<img src="https://a.example/x.png">');
});
