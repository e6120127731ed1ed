// Promise: what a message did not change is the same object as before, also where rendering is begun again.

import assert from "node:assert/strict";
import test, { before } from "node:test";
import { a2ui, init } from "vitrine";

before(() => init({ modules: ["ui"] }));

const update = (...components) => ({ surfaceUpdate: { surfaceId: "main", components } });
const begin = (root, styles) => ({ beginRendering: { surfaceId: "main", root, styles } });
const text = (id, literalString) => ({ id, component: { Text: { text: { literalString } } } });
const column = (id, ...explicitList) => ({ id, component: { Column: { children: { explicitList } } } });

test("rendering begun again, and components as they are", () => {
  const sim = new a2ui.ClientSim();
  sim.apply(update(column("root", "a", "b"), text("a", "x"), text("b", "y")));
  sim.apply(begin("root"));
  const tree = sim.resolve("main");
  for (const message of [
    begin("root"),
    begin("root", { font: "Inter" }),
    update(text("a", "x")),
    update(column("root", "a", "b")),
  ]) {
    assert.deepEqual(sim.apply(message), { changed: [], findings: [] });
    assert.equal(sim.resolve("main"), tree);
  }
  const hash = sim.stateHash("main");
  sim.apply(begin("root", { font: "Roboto" }));
  assert.notEqual(sim.stateHash("main"), hash);
  assert.deepEqual(sim.apply(update(text("a", "z"), text("b", "y"))).changed, ["a"]);
  assert.equal(sim.resolve("main").properties.children[1], tree.properties.children[1]);
  // Another root is another tree.
  assert.deepEqual(new Set(sim.apply(begin("a")).changed), new Set(["root", "a", "b"]));
  assert.equal(sim.resolve("main").id, "a");
});
