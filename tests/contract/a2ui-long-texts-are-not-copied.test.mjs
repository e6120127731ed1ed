// Promise: a text that is longer than its limit is refused before it is written into the module's memory, and a long piece
// of a stream is written there in parts.

import assert from "node:assert/strict";
import test, { before } from "node:test";
import { a2ui, init } from "vitrine";

before(() => init({ modules: ["ui"] }));

const MEGABYTE = 1 << 20;

/** The length of the longest text or bytes that are handed over by something. */
function longest(t, use) {
  let most = 0;
  const counted = (original) =>
    function (given, ...rest) {
      most = Math.max(most, given?.length ?? 0);
      return original.call(this, given, ...rest);
    };
  const spies = [
    [TextEncoder.prototype, "encode"],
    [TextEncoder.prototype, "encodeInto"],
    [Uint8Array.prototype, "set"],
  ].map(([of, name]) => t.mock.method(of, name, counted(of[name])));
  try {
    return [use(), most];
  } finally {
    for (const spy of spies) spy.mock.restore();
  }
}

test("what has a limit is held to it first", (t) => {
  const text = "é".repeat(MEGABYTE);
  const bytes = new Uint8Array(2 * MEGABYTE);
  const sim = new a2ui.ClientSim();
  const validator = a2ui.createValidator();
  const ingress = a2ui.createIngress({ actions: ["save"] });
  for (const [use, code] of [
    [() => sim.apply(text).findings[0], "A2UI_S2C_LIMIT_MESSAGE_BYTES"],
    [() => validator.push(text)[0], "A2UI_S2C_LIMIT_MESSAGE_BYTES"],
    [() => validator.push(bytes)[0], "A2UI_S2C_LIMIT_MESSAGE_BYTES"],
    [() => ingress.accept(text, 0), "A2UI_C2S_CONTEXT_TOO_LARGE"],
    [() => ingress.accept(bytes, 0), "A2UI_C2S_CONTEXT_TOO_LARGE"],
    [() => ingress.acceptForm(text, 0), "A2UI_C2S_CONTEXT_TOO_LARGE"],
  ]) {
    const [told, most] = longest(t, use);
    assert.equal(told.code, code);
    assert.match(told.message + told.reason, /found 2097152/);
    assert.ok(most < MEGABYTE, `${most} at once`);
  }
});

test("a long piece of a stream is read in parts, and none is cut inside a character", (t) => {
  const line = `{"a":"${"😀".repeat(1000)}"}\n`;
  const stream = `x${line.repeat(2000)}`;
  for (const chunk of [stream, new TextEncoder().encode(stream)])
    for (const healing of [false, true]) {
      const parser = new a2ui.JsonlParser({ healing });
      const [items, most] = longest(t, () => parser.push(chunk));
      assert.ok(most <= MEGABYTE, `${most} at once`);
      assert.equal(items.length, 2000);
      assert.ok(items[0].error);
      for (const { message } of items.slice(1)) assert.equal(message.a.length, 2000);
    }
});

test("of a line that is unfinished at the end of a long piece, one provisional message comes", () => {
  const head = '{"surfaceUpdate":{"surfaceId":"s","components":[';
  const component = '{"id":"a","component":{"Divider":{}}},';
  const parser = new a2ui.JsonlParser({ healing: true, maxLineBytes: 8 * MEGABYTE });
  const count = Math.ceil((3 * MEGABYTE) / component.length);
  const items = parser.push(head + component.repeat(count));
  assert.deepEqual([items.length, items[0].provisional], [1, true]);
});
