// Promise: a client of many surfaces takes for each what it takes for one, also where they come and go; whatever a value
// throws when it is read, it is told.

import assert from "node:assert/strict";
import test, { before } from "node:test";
import { a2ui, init } from "vitrine";
import { growth } from "../support/growth.mjs";

before(() => init({ modules: ["ui"] }));

const leaf = { id: "root", component: { Text: { text: { literalString: "x" } } } };

/** How many milliseconds `count` surfaces take that are shown, to be resolved one after the other. */
function resolving(count, goes) {
  const sim = new a2ui.ClientSim();
  for (let i = 0; i < count; i++) {
    sim.apply({ surfaceUpdate: { surfaceId: `s${i}`, components: [leaf] } });
    sim.apply({ beginRendering: { surfaceId: `s${i}`, root: "root" } });
  }
  const start = performance.now();
  for (let i = 0; i < count; i++) {
    assert.equal(sim.resolve(`s${i}`).id, "root");
    if (goes) sim.apply({ deleteSurface: { surfaceId: `s${i}` } });
  }
  const took = performance.now() - start;
  sim.free();
  return took;
}

for (const goes of [false, true])
  test(goes ? "surfaces that come and go" : "surfaces that stay", () => {
    // Twice the surfaces, and twice again.
    const most = 2.3 ** 2;
    const { times, told } = growth(
      () => resolving(1000, goes),
      () => resolving(4000, goes),
      most,
    );
    assert.ok(times < most, told);
  });

test("what a value throws", () => {
  for (const thrown of [Object.create(null), { toString: () => Symbol() }, 7]) {
    const message = {
      get deleteSurface() {
        throw thrown;
      },
    };
    assert.equal(a2ui.createValidator().push(message)[0].severity, "error");
    assert.throws(() => new a2ui.ClientSim().apply(message), { name: "VitrineError", code: "BadRequest" });
  }
});

test("a line's end is not counted, in whatever pieces it comes", () => {
  for (const pieces of [['{"a":1}\n'], ['{"a":1}\r\n'], ['{"a":1}\r', "\n"], ['{"a":1}', "\r", "\n"]]) {
    const parser = new a2ui.JsonlParser({ maxLineBytes: 7 });
    const items = pieces.flatMap((piece) => parser.push(piece));
    assert.deepEqual(items, [{ line: 1, message: { a: 1 } }], JSON.stringify(pieces));
  }
  for (const text of ['{"a":1} \n', '{"a":1}\r \n', '{"a":1}\r\r\n']) {
    const [{ error }] = new a2ui.JsonlParser({ maxLineBytes: 7 }).push(text);
    assert.equal(error.code, "A2UI_S2C_LIMIT_LINE_BYTES", JSON.stringify(text));
  }
});
