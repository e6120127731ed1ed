// Promise: a stream of messages reads the same however it is cut, also inside a character, and what is shown of an
// unfinished line stays what it was when the next comes.

import assert from "node:assert/strict";
import test, { before } from "node:test";
import { a2ui, init } from "vitrine";

before(() => init({ modules: ["ui"] }));

const text = (id, literalString) => ({ id, component: { Text: { text: { literalString } } } });
const update = (...components) => ({ surfaceUpdate: { surfaceId: "main", components } });

const messages = [
  update(text("a", 'Grüße 😀 "quoted" \\ \n'), text("b", "second"), { id: "c", component: { Divider: {} } }),
  { dataModelUpdate: { surfaceId: "main", path: "/", contents: [{ key: "k", valueString: "some words 😀" }] } },
  { beginRendering: { surfaceId: "main", root: "a" } },
];
const stream = `${messages.map((message) => JSON.stringify(message)).join("\n")}\n`;

function pieces(size, input) {
  const count = Math.ceil(input.length / size);
  return Array.from({ length: count }, (_, at) => input.slice(at * size, (at + 1) * size));
}

function run(chunks, options) {
  const parser = new a2ui.JsonlParser(options);
  const items = [...chunks.flatMap((chunk) => parser.push(chunk)), ...parser.end()];
  parser.free();
  return items;
}

test("in pieces of any size, as text and as bytes", () => {
  const whole = run([stream]);
  assert.deepEqual(
    whole,
    messages.map((message, at) => ({ line: at + 1, message })),
  );
  const bytes = new TextEncoder().encode(stream);
  for (let size = 1; size < 80; size++) {
    // Pieces of a text of an odd size cut through surrogate pairs.
    for (const input of [stream, bytes]) {
      assert.deepEqual(run(pieces(size, input)), whole, `pieces of ${size}`);
      const healed = run(pieces(size, input), { healing: true });
      assert.deepEqual(
        healed.filter(({ provisional }) => !provisional),
        whole,
        `pieces of ${size}, healed`,
      );
      if (size < 30) assert.ok(healed.length > whole.length, `pieces of ${size}: nothing provisional`);
    }
  }
});

test("text after bytes, and half a character that nothing follows", () => {
  const parser = new a2ui.JsonlParser();
  assert.deepEqual(parser.push('{"a":"\ud83d'), []);
  assert.deepEqual(parser.push('\ude00"}\n'), [{ line: 1, message: { a: "😀" } }]);
  parser.push('{"a":"\ud83d');
  assert.deepEqual(parser.push(new TextEncoder().encode('"}\n')), [{ line: 2, message: { a: "\ufffd" } }]);
});

test("each provisional message is a value of its own", () => {
  const items = run(pieces(7, stream), { healing: true }).filter(({ provisional }) => provisional);
  // What was shown has not changed since, and says more each time.
  const shown = items.filter(({ line }) => line === 1);
  const lengths = shown.map(({ message }) => JSON.stringify(message).length);
  assert.ok(shown.length > 5, `${shown.length} are shown`);
  assert.deepEqual(
    lengths,
    [...lengths].sort((a, b) => a - b),
  );
  // What is complete is made once.
  const [before, after] = [shown.at(-2), shown.at(-1)].map(({ message }) => message.surfaceUpdate.components);
  assert.notEqual(before, after);
  assert.equal(before[0], after[0]);
});

test("a handle that is none", () => {
  const parser = new a2ui.JsonlParser();
  parser.free();
  parser.free();
  assert.throws(() => parser.push("x"), { code: "StaleHandle" });
  for (const wrong of [null, 7, ["x"], undefined])
    assert.throws(() => new a2ui.JsonlParser().push(wrong), { code: "BadRequest" });
  for (const maxLineBytes of [0, -1, 1.5, 2 ** 31, "x", Number.NaN])
    assert.throws(() => new a2ui.JsonlParser({ maxLineBytes }), { code: "BadRequest" });
});
