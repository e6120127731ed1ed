// The HTML vectors that the native tests run, against the built package in Node.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as vitrine from "vitrine/html";
import { htmlVectors } from "../support/vector-files.mjs";

const told = ({ what, name, pointer }) => `${what} ${name} ${pointer}`.trimEnd();

test("every HTML vector holds in Node", async () => {
  await vitrine.init();
  assert.ok(htmlVectors.length >= 250, `only ${htmlVectors.length} vectors`);
  for (const { reason, input, options, html, removed } of htmlVectors) {
    const found = vitrine.sanitizeHtml(input, options);
    assert.equal(found.html, html, reason);
    assert.deepEqual(found.removed.map(told), removed, reason);
  }
});

test("wrong arguments are refused with a code", async () => {
  await vitrine.init();
  const refused = (code, ...args) =>
    assert.throws(
      () => vitrine.sanitizeHtml(...args),
      (error) => error.code === code,
      JSON.stringify(args).slice(0, 60),
    );
  for (const html of [undefined, null, 5, {}, []]) refused("BadRequest", html);
  for (const options of [{ contxt: "p" }, { context: "script" }, { images: "all" }, { svg: 1 }, { clobbering: true }])
    refused("BadRequest", "x", options);
  refused("Unprocessable", "x".repeat((4 << 20) + 1));
  refused("Unprocessable", "é".repeat((2 << 20) + 1));
});

test("what is not Unicode becomes what the standard says", async () => {
  await vitrine.init();
  const html = (text) => vitrine.sanitizeHtml(text).html;
  assert.equal(html("a\ud800b"), "a\ufffdb");
  assert.equal(html("\udc00<p title='\ud83d'>x"), '\ufffd<p title="\ufffd">x</p>');
  assert.equal(html("\ufeffx"), "\ufeffx");
});
