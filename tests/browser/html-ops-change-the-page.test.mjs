// Promise: an op buffer builds, places, changes and removes nodes, and cannot name what is not in the policy.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { openPage } from "./support/pages.mjs";

const source = (name) => fileURLToPath(new URL(`../../js/src/html/${name}.ts`, import.meta.url));

/** The builder alone: the package shows it only through what renders. */
async function openBuilder(t) {
  const options = { bundle: true, write: false, format: "esm", target: "es2022" };
  const { outputFiles } = await build({ ...options, entryPoints: [source("builder")] });
  const page = await openPage(t);
  await page.evaluate(async (code) => {
    const { apply } = await import(URL.createObjectURL(new Blob([code], { type: "text/javascript" })));
    window.run = (words, ascii = "", wide = "") => {
      document.body.innerHTML = "<main><p>old</p></main>";
      apply({ words: Uint32Array.from(words), texts: { ascii, wide }, ascii: 0, wide: 0 }, [
        document.querySelector("main"),
      ]);
      return document.body.innerHTML;
    };
  }, outputFiles[0].text);
  return (words, ascii, wide) =>
    page.evaluate(([words, ascii, wide]) => window.run(words, ascii, wide), [words, ascii, wide]);
}

const tables = readFileSync(source("tables"), "utf8").matchAll(/"(.+)"\.split/g);
const [HTML, , ATTRIBUTES] = [...tables].map(([, names]) => names.split(" "));
const op = (code, payload = 0) => (payload << 4) | code;
const open = (name) => op(0, HTML.indexOf(name));
const close = op(1);
const text = (length, wide = 0) => op(2, (length << 1) | wide);
const attribute = (name, length) => [op(3, ATTRIBUTES.indexOf(name)), length << 1];
const target = (handle) => op(5, handle);
const [set, append, replace, before] = [0, 1, 2, 3].map((place) => op(6, place));
const keep = (handle) => op(7, handle);

test("what is built goes to its place", async (t) => {
  const run = await openBuilder(t);
  const built = [target(0), open("b"), text(1), text(1, 1), close];
  const b = "<b>xé</b>";
  assert.equal(await run([...built, set], "x", "é"), `<main>${b}</main>`);
  assert.equal(await run([...built, append], "x", "é"), `<main><p>old</p>${b}</main>`);
  assert.equal(await run([...built, replace], "x", "é"), b);
  assert.equal(await run([...built, before], "x", "é"), `${b}<main><p>old</p></main>`);
});

test("what was kept can be changed and removed", async (t) => {
  const run = await openBuilder(t);
  const built = [target(0), open("b"), keep(1), close, open("i"), keep(2), close, set];
  const changed = [target(1), ...attribute("class", 1), op(10, 2 << 1), target(2), op(8)];
  assert.equal(await run([...built, ...changed], "cde"), '<main><b class="c">de</b></main>');
  const bare = [op(9, ATTRIBUTES.indexOf("class"))];
  assert.equal(await run([...built, target(1), ...attribute("class", 1), ...bare], "c"), "<main><b></b><i></i></main>");
});

test("an element like an earlier one has its attributes and its own content", async (t) => {
  const run = await openBuilder(t);
  const [like, model] = [(number) => op(11, number), op(12)];
  const built = [target(0), open("b"), ...attribute("class", 1), ...attribute("style", 10), model, text(1), close];
  const b = (content) => `<b class="c" style="color: red;">${content}</b>`;
  const again = [like(0), text(1), text(1), close, like(0), open("i"), close, close, set];
  assert.equal(await run([...built, ...again], "ccolor: redxyz"), `<main>${b("x")}${b("yz")}${b("<i></i>")}</main>`);
  for (const refused of [
    [open("b"), like(0), close, close],
    [open("form"), model, close, like(0), close],
  ])
    await assert.rejects(run([target(0), ...refused, set]), /not in the policy/);
});

test("text is appended wherever it stands", async (t) => {
  const run = await openBuilder(t);
  const built = [target(0), text(1), open("p"), text(1), open("b"), text(1), close, text(1), close, text(1), set];
  assert.equal(await run(built, "abcde"), "<main>a<p>b<b>c</b>d</p>e</main>");
  const control = [open("form"), open("input"), ...attribute("name", 6), close, text(1), open("i"), close, close];
  const form = '<main><form><input name="append">x<i></i></form></main>';
  assert.equal(await run([target(0), ...control, set], "appendx"), form);
});

test("a buffer that names something else is refused before anything is placed", async (t) => {
  const run = await openBuilder(t);
  const refused = (words, ascii) => assert.rejects(run([target(0), ...words, set], ascii), /not in the policy/);
  await refused([op(0, 4000)]);
  await refused([open("b"), op(3, 4000), 1 << 1], "x");
  for (const name of ["onclick", "data-", "data-X", 'data-x"', "style", "aria"])
    await refused([open("b"), op(4), name.length << 1, 1 << 1], `${name}x`);
  await refused([op(6, 9)]);
  await refused([op(15)]);
});
