// Promise: ClientSim shows what `@a2ui/web_core` shows, wherever the two understand the protocol alike; where they do not,
// there is a row that says how each does and that this is meant.

import assert from "node:assert/strict";
import { test } from "node:test";
import { a2ui, init } from "vitrine";
import { drawStream } from "../support/a2ui-streams.mjs";
import { dataOf, treeOf, webCore, withoutBindings } from "../support/a2ui-web-core.mjs";

const STREAMS = 2000;

await init({ modules: ["ui"] });

test(`${STREAMS} streams of all components and messages are shown alike, after each message`, () => {
  const seen = { components: new Set(), messages: new Set(), trees: 0, rows: 0 };
  for (let seed = 1; seed <= STREAMS; seed++) {
    const sim = new a2ui.ClientSim();
    const processor = webCore();
    for (const [step, message] of drawStream(seed).entries()) {
      const where = `seed ${seed}, step ${step}: ${JSON.stringify(message)}`;
      note(seen, message);
      processor.processMessages([message]);
      assert.deepEqual(sim.apply(message).findings, [], where);
      for (const id of ["a", "b"]) {
        const tree = withoutBindings(sim.resolve(id));
        assert.deepEqual(tree, treeOf(processor, id), where);
        assert.deepEqual(sim.dataModel(id), dataOf(processor, id), where);
        if (tree) seen.trees += 1;
        if (JSON.stringify(tree)?.includes(":0")) seen.rows += 1;
      }
    }
    sim.free();
  }
  assert.equal(seen.components.size, 18);
  assert.equal(seen.messages.size, 4);
  assert.ok(seen.trees > 5 * STREAMS && seen.rows > STREAMS, JSON.stringify([seen.trees, seen.rows]));
});

function note(seen, message) {
  for (const kind of Object.keys(message)) seen.messages.add(kind);
  for (const { component } of message.surfaceUpdate?.components ?? []) seen.components.add(Object.keys(component)[0]);
}

const surfaceId = "main";
const put = (...components) => ({
  surfaceUpdate: { surfaceId, components: components.map(([id, component]) => ({ id, component })) },
});
const data = (contents, path) => ({ dataModelUpdate: { surfaceId, ...(path ? { path } : {}), contents } });
const begin = { beginRendering: { surfaceId, root: "root" } };
const textAt = (path) => ["root", { Text: { text: { path } } }];
const literal = (literalString) => ({ Text: { text: { literalString } } });
const listOf = (componentId, dataBinding) => ({ List: { children: { template: { componentId, dataBinding } } } });

/** What is shown by one and by the other; an error's words or a finding's code where a message is refused. */
function shownBy(messages, options = {}) {
  const sim = new a2ui.ClientSim(options);
  const codes = messages.flatMap((message) => sim.apply(message).findings.map(({ code }) => code));
  const ours = withoutBindings(sim.resolve(surfaceId));
  const hash = sim.dataModel(surfaceId);
  sim.free();
  const processor = webCore();
  let refused = null;
  try {
    for (const message of messages) processor.processMessages([message]);
  } catch (error) {
    refused = error.message;
  }
  return { ours, codes, data: hash, theirs: treeOf(processor, surfaceId), theirData: dataOf(processor, surfaceId), refused };
}

/** Each disagreement that is known: what is sent, and what each makes of it. */
const DISAGREEMENTS = {
  "a string that looks like JSON: a string here, read as JSON there (spec: string values are never parsed)": () => {
    const { ours, theirData } = shownBy([put(textAt("/a")), data([{ key: "a", valueString: '{"b":1}' }]), begin]);
    assert.equal(ours.properties.text, '{"b":1}');
    assert.deepEqual(theirData, { a: { b: 1 } });
  },
  "a key with a dot or a bracket: a plain key here, a path there (spec: `.` and `[` mean nothing)": () => {
    const { data: model, theirData } = shownBy([data([{ key: "a.b", valueString: "x" }, { key: "c[0]", valueString: "y" }])]);
    assert.deepEqual(model, { "a.b": "x", "c[0]": "y" });
    assert.deepEqual(theirData, { a: { b: "x" }, c: { 0: "y" } });
  },
  "an escaped key: RFC 6901 here, the letters themselves there": () => {
    const { ours, theirs } = shownBy([put(textAt("/a~0b")), data([{ key: "a~b", valueString: "x" }]), begin]);
    assert.equal(ours.properties.text, "x");
    assert.equal(theirs.properties.text, null);
  },
  "an only entry whose key is `.`: a key here, the value of the path itself there": () => {
    const { data: model, theirData } = shownBy([data([{ key: ".", valueString: "x" }], "/a")]);
    assert.deepEqual(model, { a: { ".": "x" } });
    assert.deepEqual(theirData, { a: "x" });
  },
  "rows: numeric or bytewise order here, the order of arrival there (spec: the model is unordered)": () => {
    const rows = ["10", "2"].map((key) => ({ key, valueString: key }));
    const messages = [put(["root", listOf("row", "/")], ["row", { Text: { text: { path: "/" } } }]), data(rows), begin];
    const { ours, theirs } = shownBy(messages);
    assert.deepEqual(ours.properties.children.map(({ id }) => id), ["row:2", "row:10"]);
    assert.deepEqual(theirs.properties.children.map(({ id }) => id), ["row:10", "row:2"]);
  },
  "the id of a row: its key percent-encoded here, as it is there": () => {
    const messages = [put(["root", listOf("row", "/")], ["row", literal("x")]), data([{ key: "a b", valueBoolean: true }]), begin];
    const { ours, theirs } = shownBy(messages);
    assert.equal(ours.properties.children[0].id, "row:a%20b");
    assert.equal(theirs.properties.children[0].id, "row:a b");
  },
  "a template in a template with a leading `/`: of the row here, of the model there (spec: item-scoped)": () => {
    const { ours, theirs } = shownBy([
      put(["root", listOf("row", "/rows")], ["row", listOf("cell", "/cells")], ["cell", literal("x")]),
      data([{ key: "k", valueString: "v" }], "/rows/0/cells"),
      begin,
    ]);
    assert.equal(ours.properties.children[0].properties.children[0].id, "cell:0:k");
    assert.deepEqual(theirs.properties.children[0].properties.children, []);
  },
  "the ids of rows in rows: all keys here, the inner one there (spec: unique at any nesting)": () => {
    const messages = [
      put(["root", listOf("row", "/rows")], ["row", listOf("cell", "cells")], ["cell", literal("x")]),
      data([{ key: "k", valueString: "v" }], "/rows/r/cells"),
      begin,
    ];
    const { ours, theirs } = shownBy(messages, { mode: "lenient" });
    assert.equal(ours.properties.children[0].properties.children[0].id, "cell:r:k");
    assert.equal(theirs.properties.children[0].properties.children[0].id, "cell:k");
  },
  "a path in a row that begins with item, text or label: itself here, shortened there": () => {
    const messages = [
      put(["root", listOf("row", "/rows")], ["row", { Text: { text: { path: "/label" } } }]),
      data([{ key: "label", valueString: "v" }], "/rows/0"),
      begin,
    ];
    const { ours, theirs } = shownBy(messages);
    assert.equal(ours.properties.children[0].properties.text, "v");
    assert.deepEqual(theirs.properties.children[0].properties.text, { label: "v" });
  },
  "a literal that is the id of a component: a text here, that component there": () => {
    const { ours, theirs } = shownBy([put(["root", literal("other")], ["other", { Divider: {} }]), begin]);
    assert.equal(ours.properties.text, "other");
    assert.equal(theirs?.properties.text?.literalString?.type ?? theirs?.properties.text?.type, "Divider");
  },
  "children that come in a later surfaceUpdate: allowed here, refused there (spec: allowed)": () => {
    const messages = [put(["root", { Column: { children: { explicitList: ["late"] } } }]), put(["late", literal("x")]), begin];
    const { ours, refused } = shownBy(messages);
    assert.equal(ours.properties.children[0].id, "late");
    assert.match(refused, /non-existent component ID 'late'/);
  },
  "beginRendering before any surfaceUpdate: refused here, taken there (spec: an error; lenient mode buffers)": () => {
    const messages = [begin, put(["root", literal("x")])];
    const { ours, codes, theirs } = shownBy(messages);
    assert.deepEqual([ours, codes], [null, ["A2UI_S2C_BEGIN_BEFORE_UPDATE"]]);
    assert.equal(theirs.id, "root");
    assert.equal(shownBy(messages, { mode: "lenient" }).ours.id, "root");
  },
  "a root that never came: refused here, nothing shown there": () => {
    const { codes, theirs, refused } = shownBy([put(["other", literal("x")]), begin]);
    assert.deepEqual([codes, theirs, refused], [["A2UI_S2C_BEGIN_ROOT_MISSING"], null, null]);
  },
  "a cycle: refused when it is closed here, when it is shown there": () => {
    const messages = [put(["root", { Card: { child: "a" } }], ["a", { Card: { child: "root" } }]), begin];
    const { codes, refused } = shownBy(messages);
    assert.equal(codes[0], "A2UI_S2C_COMPONENT_CYCLE");
    assert.match(refused, /Circular dependency/);
  },
  "an id that changes its type: refused here, taken there (spec: never within an epoch)": () => {
    const { ours, codes, theirs } = shownBy([put(["root", literal("x")]), begin, put(["root", { Divider: {} }])]);
    assert.deepEqual([ours.type, codes], ["Text", ["A2UI_S2C_COMPONENT_TYPE_CHANGED"]]);
    assert.equal(theirs.type, "Divider");
  },
};

for (const [name, holds] of Object.entries(DISAGREEMENTS)) test(`they differ: ${name}`, holds);
