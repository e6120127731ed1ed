// Promise: a `data-command` fires once for one act of a person, on the act that fits the element, by pointer and by
// keyboard, with the value, the form and the component that are around it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { calls, openShell, openWindow } from "./support/shell.mjs";

async function open(t, markup) {
  const page = await openShell(t);
  await openWindow(page, { id: "win", width: 600, height: 460, x: 50, y: 50 });
  await page.evaluate((markup) => window.fill("win", markup), markup);
  /** What fired since the last time. */
  const fired = async () => (await calls(page, "fire")).map(([, command, context]) => ({ command, ...context }));
  const names = async () => (await fired()).map(({ command }) => command);
  return { page, fired, names };
}

test("any element fires on a click, the innermost one alone", async (t) => {
  const { page, names } = await open(
    t,
    `<div data-command="outer"><p id="p">text</p><button data-command="inner"><b id="b">go</b></button></div>
     <svg width="40" height="40"><circle id="dot" r="20" cx="20" cy="20" data-command="dot"/></svg>
     <a href="#there" id="a" data-command="link">a</a><ul><li data-command="item" id="li">one</ul>`,
  );
  for (const id of ["p", "b", "dot", "a", "li"]) await page.locator(`#${id}`).click();
  assert.deepEqual(await names(), ["outer", "inner", "dot", "link", "item"]);
  assert.equal(await page.evaluate(() => location.hash), "", "a link with a command leads nowhere");
});

test("the keyboard reaches what it would pass by, and fires it with Enter and Space, once", async (t) => {
  const { page, names } = await open(
    t,
    `<div id="div" data-command="div">a</div><span id="own" role="tab" tabindex="-1" data-command="own">b</span>
     <button id="button" data-command="button">c</button><form id="form" data-command="form"><input id="in"></form>
     <svg width="40" height="40"><circle id="dot" r="20" cx="20" cy="20" data-command="dot"/></svg>`,
  );
  const marks = await page.evaluate(() => {
    const root = window.shell.content("win");
    const of = (id) => [root.getElementById(id).getAttribute("role"), root.getElementById(id).getAttribute("tabindex")];
    return Object.fromEntries(["div", "own", "button", "form", "in", "dot"].map((id) => [id, of(id)]));
  });
  assert.deepEqual(marks, {
    div: ["button", "0"],
    own: ["tab", "-1"],
    button: [null, null],
    form: [null, null],
    in: [null, null],
    dot: ["button", "0"],
  });
  for (const id of ["div", "own", "button", "dot"]) {
    await page.locator(`#${id}`).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press(" ");
    await page.keyboard.press("a");
    assert.deepEqual(await names(), [id, id]);
  }
  await page.locator("#div").focus();
  await page.keyboard.down("Enter");
  await page.keyboard.down("Enter");
  assert.deepEqual(await names(), ["div"], "a key that is held is one act");
});

test("a field fires on change with its value, and not while it is typed or clicked into", async (t) => {
  const { page, fired } = await open(
    t,
    `<div data-command="around"><input id="text" data-command="text"><textarea id="area" data-command="area"></textarea>
     <select id="pick" data-command="pick"><option>one<option>two</select><input id="plain"></div>
     <input type="checkbox" id="box" data-command="box">
     <input type="radio" name="r" value="x" id="radio" data-command="radio">`,
  );
  await page.locator("#text").click();
  await page.keyboard.type("hi");
  await page.locator("#plain").click();
  await page.locator("#area").fill("two\nlines");
  await page.locator("#plain").click();
  assert.deepEqual(await fired(), [
    { command: "text", windowId: "win", value: "hi", form: {} },
    { command: "area", windowId: "win", value: "two\nlines", form: {} },
  ]);
  await page.locator("#pick").selectOption("two");
  await page.locator("#box").click();
  await page.locator("#box").click();
  await page.locator("#radio").click();
  assert.deepEqual(
    (await fired()).map(({ command, value }) => `${command} ${value}`),
    ["pick two", "box true", "box false", "radio x"],
  );
});

test("a label with a command fires once, wherever it is clicked", async (t) => {
  const { page, names } = await open(
    t,
    '<label data-command="label"><input type="checkbox" id="box"> <span id="text">words</span></label>',
  );
  await page.locator("#text").click();
  assert.deepEqual(await names(), ["label"]);
  await page.locator("#box").click();
  assert.deepEqual(await names(), ["label"]);
});

test("the command of a label is its field's: it fires when that is changed, with its value", async (t) => {
  const { page, fired } = await open(
    t,
    `<label data-command="label"><span id="text">Name</span> <input id="field"></label><input id="other">
    <label data-command="button"><span id="word">word</span> <button type="button" id="press" value="v">x</button></label>`,
  );
  await page.locator("#text").click();
  await page.locator("#field").click();
  assert.deepEqual(await fired(), [], "to write in it, one has to get there first");
  await page.keyboard.type("Ada");
  await page.locator("#other").click();
  await page.locator("#word").click();
  assert.deepEqual(
    (await fired()).map(({ command, value }) => `${command} ${value}`),
    ["label Ada", "button "],
  );
});

const FORM = `<form id="form" data-command="form"><input name="title" id="title"><input type="checkbox" name="tag" value="a" checked>
  <input type="checkbox" name="tag" value="b" checked><input type="checkbox" name="off"><select name="size"><option>m</select>
  <textarea name="two-words">x\ny</textarea><input type="radio" name="r" value="1"><input type="radio" name="r" value="2" checked>
  <button id="own" data-command="own" name="how" value="quick">Own</button><button id="submit" name="how" value="slow">Save</button>
  <button id="plain" type="button" data-command="plain">Plain</button><b id="bold" data-command="bold">b</b></form>`;
const VALUES = { tag: "a, b", size: "m", "two-words": "x\ny", r: "2" };

test("a form fires on submit; a submit button's own command stands for it; both once, with the form's values", async (t) => {
  const { page, fired } = await open(t, FORM);
  await page.locator("#title").fill("T");
  await page.locator("#submit").click();
  const form = { title: "T", ...VALUES };
  assert.deepEqual(await fired(), [
    { command: "form", windowId: "win", value: "slow", form: { ...form, how: "slow" } },
  ]);
  await page.locator("#own").click();
  const own = { command: "own", windowId: "win", value: "quick", form: { ...form, how: "quick" } };
  assert.deepEqual(await fired(), [own]);
  // Enter presses the first button that submits.
  await page.locator("#title").press("Enter");
  assert.deepEqual(await fired(), [own]);
  await page.locator("#plain").click();
  await page.locator("#bold").click();
  assert.deepEqual(await fired(), [
    { command: "plain", windowId: "win", value: "", form },
    { command: "bold", windowId: "win", value: "", form },
  ]);
  assert.equal(await page.evaluate(() => location.pathname), "/", "nothing was submitted to anywhere");
});

test("two identical clicks are two acts", async (t) => {
  const { page, names } = await open(t, '<button id="b" data-command="again">b</button>');
  await page.locator("#b").click();
  await page.locator("#b").click();
  await page.locator("#b").dblclick();
  assert.deepEqual(await names(), ["again", "again", "again", "again"]);
});

test("a form that is not complete fires nothing, and the person is told", async (t) => {
  const { page, names } = await open(
    t,
    '<form data-command="form"><input name="x" id="x" required><button id="b" data-command="own">b</button><button id="s">s</button></form>',
  );
  await page.locator("#b").click();
  await page.locator("#s").click();
  assert.deepEqual(await names(), []);
  assert.equal(await page.locator("#x").evaluate((each) => each.matches(":focus")), true);
  await page.locator("#x").fill("1");
  await page.locator("#b").click();
  await page.locator("#s").click();
  assert.deepEqual(await names(), ["own", "form"]);
});

test("controls named like methods and properties confuse nothing", async (t) => {
  const names = [
    "elements",
    "closest",
    "getAttribute",
    "matches",
    "length",
    "children",
    "querySelectorAll",
    "__proto__",
  ];
  names.push("hasAttribute", "parentNode", "checkValidity", "submit", "constructor", "addEventListener", "getRootNode");
  const markup = `<form id="f" data-command="form" data-slot="ready">${names
    .map((name) => `<input name="${name}" value="v">`)
    .join("")}<button id="b">b</button><button id="own" data-command="own">o</button></form>`;
  const { page, fired } = await open(t, markup);
  // The test's own tool would be confused, so the place is asked for by hand.
  for (const id of ["b", "own"]) {
    const { x, y } = await page.evaluate((id) => {
      const box = window.shell.content("win").getElementById(id).getBoundingClientRect();
      return { x: box.x + 3, y: box.y + 3 };
    }, id);
    await page.mouse.click(x, y);
  }
  const [one, two, ...more] = await fired();
  assert.deepEqual(more, []);
  for (const { form } of [one, two]) {
    for (const name of names.filter((each) => each !== "__proto__")) {
      assert.equal(Object.getOwnPropertyDescriptor(form, name)?.value, "v", name);
    }
  }
  const hidden = await page.evaluate(() => {
    const content = window.shell.content("win");
    window.shell.showSlot(content, "loading", null);
    return content.getElementById("b").getBoundingClientRect().width === 0;
  });
  assert.equal(hidden, true);
});

test("the component is the innermost one around", async (t) => {
  const { page, fired } = await open(
    t,
    `<div data-component-id="outer"><div data-component-id="inner"><button id="a" data-command="a">a</button></div>
     <button id="b" data-command="b">b</button></div><button id="c" data-command="c">c</button>`,
  );
  for (const id of ["a", "b", "c"]) await page.locator(`#${id}`).click();
  assert.deepEqual(
    (await fired()).map(({ componentId }) => componentId),
    ["inner", "outer", undefined],
  );
});

test("what comes later works like what was there", async (t) => {
  const { page, names } = await open(t, "<p>first</p>");
  await page.evaluate(() => {
    window.shell.content("win").append(document.createElement("span"));
    const late = window.shell.content("win").lastChild;
    late.id = "late";
    late.textContent = "late";
    late.dataset.command = "late";
    window.shell.refresh("win");
  });
  await page.locator("#late").click();
  assert.deepEqual(await names(), ["late"]);
});

test("links open beside the page, or scroll in the window", async (t) => {
  const { page } = await open(
    t,
    '<a id="in" href="#end">in</a><a id="out" href="http://127.0.0.1:9/x">out</a><div id="tall"></div><p id="end">end</p>',
  );
  await page.evaluate(() => {
    window.shell.content("win").getElementById("tall").style.height = "3000px";
  });
  await page.locator("#in").click();
  assert.equal(await page.locator("#end").evaluate((end) => end.getBoundingClientRect().top < 600), true);
  assert.equal(await page.evaluate(() => location.hash), "");
  await page.locator("#in").evaluate((each) => each.scrollIntoView());
  const [popup] = await Promise.all([page.waitForEvent("popup"), page.locator("#out").click()]);
  await popup.close();
  assert.equal(await page.evaluate(() => location.pathname), "/");
});
