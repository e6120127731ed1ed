// The validator, the contents and the error registry of the package: options, errors, lifetimes.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { a2ui, init, reinit } from "vitrine";

before(() => init({ modules: ["ui"] }));

const component = (id, kind, props) => ({ id, component: { [kind]: props } });
const update = (...components) => ({ surfaceUpdate: { surfaceId: "s", components } });
const begin = (root) => ({ beginRendering: { surfaceId: "s", root } });
const refused = (does, code, pointer, name) =>
  assert.throws(does, (error) => {
    assert.equal(error.name, "VitrineError");
    assert.deepEqual([error.code, error.pointer], [code, pointer], name);
    assert.match(error.message, /expected|found|reinit|freed/);
    return true;
  });

test("a finding says what, where, in which message, and what is done about it", () => {
  const validator = a2ui.createValidator();
  assert.deepEqual(validator.push(update(component("root", "Card", { child: "a" }))), []);
  assert.deepEqual(validator.push(begin("root")), []);
  assert.deepEqual(validator.finish(), [
    {
      code: "A2UI_S2C_COMPONENT_CHILD_MISSING",
      severity: "error",
      pointer: "/surfaceUpdate/components/0/component/Card/child",
      message: 'expected the id of a component that is there, found "a"',
      surfaceId: "s",
      messageIndex: 0,
      recovery: "SURFACE_FAIL",
    },
  ]);
  const [{ severity, recovery }] = a2ui
    .createValidator({ mode: "lenient" })
    .push(update(component("a", "Text", { text: { path: "a" } })));
  assert.deepEqual([severity, recovery], ["warning", null]);
});

test("what is no JSON is a finding, whatever it is", () => {
  const validator = a2ui.createValidator();
  const circular = {};
  circular.self = circular;
  for (const message of [circular, { a: 1n }, undefined, () => 1, Symbol("x"), Number.NaN, "{"]) {
    const codes = validator.push(message).map(({ code, pointer }) => [code, pointer]);
    const isNull = typeof message === "number"; // JSON has null for it
    assert.deepEqual(codes, [[`A2UI_S2C_ENVELOPE_${isNull ? "NOT_OBJECT" : "JSON"}`, ""]], String(message));
  }
});

test("options that cannot be are refused with their place", () => {
  const { createValidator } = a2ui;
  refused(() => createValidator({ mode: "loose" }), "BadRequest", "/mode");
  refused(() => createValidator({ extended: "vitrine/2" }), "BadRequest", "/extended");
  refused(() => createValidator({ limits: { components: 0 } }), "BadRequest", "/limits/components");
  refused(() => createValidator({ limits: { depth: 1e6 } }), "BadRequest", "/limits/depth");
  refused(() => createValidator({ limits: { constructor: 1 } }), "BadRequest", "/limits/constructor");
  refused(() => createValidator({ actions: "send" }), "BadRequest", "/actions");
  refused(() => createValidator({ urlSchemes: [1] }), "BadRequest", "/urlSchemes/0");
  refused(() => createValidator({ bogus: true }), "BadRequest", "/bogus");
  refused(() => createValidator({ catalog: {} }), "BadRequest", "/catalog");
  const pattern = { components: { A: { type: "object", properties: { b: { type: "string", pattern: "(a+)+" } } } } };
  refused(() => createValidator({ catalog: pattern }), "BadRequest", "/catalog/components/A/properties/b/pattern");
});

test("a validator that was freed or is stale says so", async () => {
  const freed = a2ui.createValidator();
  freed.free();
  freed.free();
  refused(() => freed.push({}), "StaleHandle", undefined);
  const stale = a2ui.createValidator();
  await reinit();
  refused(() => stale.finish(), "StaleHandle", undefined);
  stale[Symbol.dispose]();
});

test("contents go there and back", () => {
  const value = { title: "{not parsed", n: 1e21, on: true, rows: { 0: "a", 1: "b" }, ["__proto__"]: -0.5 };
  const contents = a2ui.encodeContents(value);
  assert.deepEqual(contents.at(-1), { key: "__proto__", valueNumber: -0.5 });
  assert.deepEqual(a2ui.decodeContents(contents), value);
  const list = { tags: ["a", null], deep: { er: { still: 1 } } };
  refused(() => a2ui.encodeContents(list), "Unprocessable", "/tags");
  const options = { arrays: "indexMap", nulls: "emptyString" };
  refused(() => a2ui.encodeContents(list, options), "Unprocessable", "/deep/er");
  assert.deepEqual(a2ui.encodeUpdates("s", list, options), [
    {
      dataModelUpdate: {
        surfaceId: "s",
        contents: [
          {
            key: "tags",
            valueMap: [
              { key: "0", valueString: "a" },
              { key: "1", valueString: "" },
            ],
          },
          { key: "deep", valueMap: [] },
        ],
      },
    },
    { dataModelUpdate: { surfaceId: "s", path: "/deep/er", contents: [{ key: "still", valueNumber: 1 }] } },
  ]);
  assert.deepEqual(a2ui.decodeContents(a2ui.encodeContents(list, { ...options, mode: "lenient" })), {
    tags: { 0: "a", 1: "" },
    deep: { er: { still: 1 } },
  });
  for (const lost of [Number.NaN, new Map([["x", 1]]), new Set([1]), new Uint8Array(2), new Error("x"), /x/])
    refused(() => a2ui.encodeContents({ a: lost }), "BadRequest", undefined);
  refused(() => a2ui.encodeContents([]), "Unprocessable", undefined);
  refused(() => a2ui.encodeContents({}, { arrays: "list" }), "Unprocessable", "/arrays");
  refused(() => a2ui.decodeContents([{ key: "a" }]), "Unprocessable", "/0");
});

test("values that nest too deep are refused as what contents cannot carry", () => {
  const deep = (levels) => Array.from({ length: levels }).reduce((inner) => ({ a: inner }), 1);
  const options = { mode: "lenient" };
  assert.equal(a2ui.encodeUpdates("s", deep(127)).length, 64);
  for (const levels of [128, 5_000, 100_000])
    for (const encode of [(v) => a2ui.encodeUpdates("s", v), (v) => a2ui.encodeContents(v, options)])
      assert.throws(() => encode(deep(levels)), {
        name: "VitrineError",
        code: "Unprocessable",
        message:
          "typed contents cannot carry this: expected at most 127 objects and arrays inside each other, found more",
      });
  const round = {};
  round.round = round;
  assert.throws(() => a2ui.encodeUpdates("s", round), { code: "BadRequest" });
  // The same object in two places is not inside itself.
  const twice = deep(126);
  assert.equal(a2ui.encodeUpdates("s", { a: twice, b: twice, c: deep(1) }).length > 1, true);
});

test("an application's registry adds codes and changes recoveries and sentences", () => {
  const { createErrorRegistry, errorRegistry } = a2ui;
  const row = (registry, code) => registry.find((each) => each.code === code);
  assert.ok(errorRegistry.length > 60 && Object.isFrozen(errorRegistry) && errorRegistry.every(Object.isFrozen));
  const code = "A2UI_S2C_COMPONENT_TYPE_CHANGED";
  const own = createErrorRegistry({
    [code]: { recovery: "EPOCH_RESET" },
    A2UI_S2C_LIMIT_PATIENCE: { message: "Enough." },
    SHOP_SOLD_OUT: { message: "Sold out.", http: 410, recovery: null },
  });
  assert.equal(row(errorRegistry, code).recovery, "SURFACE_FAIL");
  assert.deepEqual(row(own, code), { ...row(errorRegistry, code), recovery: "EPOCH_RESET" });
  assert.equal(row(own, "A2UI_S2C_LIMIT_PATIENCE").family, "A2UI_S2C_LIMIT");
  assert.equal(row(own, "SHOP_SOLD_OUT").family, "SHOP_SOLD");
  assert.equal(own.length, errorRegistry.length + 2);

  const validator = a2ui.createValidator({ registry: own });
  validator.push(update(component("a", "Divider", {})));
  const [finding] = validator.push(update(component("a", "Card", { child: "b" })));
  assert.deepEqual([finding.code, finding.recovery], [code, "EPOCH_RESET"]);

  refused(() => createErrorRegistry({ NEW_ONE: {} }), "BadRequest", "/NEW_ONE/message");
  refused(() => createErrorRegistry({ [code]: { recovery: "REBOOT" } }), "BadRequest", `/${code}/recovery`);
  refused(() => createErrorRegistry({ [code]: { http: 99 } }), "BadRequest", `/${code}/http`);
  refused(() => createErrorRegistry({ [code]: { colour: 1 } }), "BadRequest", `/${code}/colour`);
  refused(() => createErrorRegistry({ lower: { message: "x" } }), "BadRequest", undefined);
  refused(() => createErrorRegistry({ __PROTO__: { message: 1 } }), "BadRequest", undefined);
});
