// What JavaScript has and JSON has not, as a program hands it to encodeTurn; and what no payload can hold.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { encodeTurn, init, projectPayload, Registry } from "vitrine/turns";

const type = { typeId: "t.Any", typeVersion: 1 };
const fields = { 1: { name: "value", type: "any" }, 2: { name: "at", type: "timestamp_ms" } };
const bundle = { registry_version: 1, bundle_id: "b", types: { "t.Any": { versions: { 1: { fields } } } }, enums: {} };

let registry;
before(async () => {
  await init();
  registry = new Registry(bundle);
});

const written = (value) =>
  Buffer.from(encodeTurn(type, { value }, registry))
    .subarray(2)
    .toString("hex");

test("bigints, bytes, maps and negative zero have their own form", () => {
  assert.equal(written(2n ** 64n - 1n), "cfffffffffffffffff");
  assert.equal(written(-(2n ** 63n)), "d38000000000000000");
  assert.equal(written(5n), "05");
  assert.equal(written(-0), "cb8000000000000000");
  assert.equal(written(0), "00");
  assert.equal(written(2 ** 53), "cb4340000000000000");
  assert.equal(written(-(2 ** 53 - 1)), "d3ffe0000000000001");
  assert.equal(written(-(2 ** 32)), "d3ffffffff00000000");
  assert.equal(written(Uint8Array.of(1, 2)), "c4020102");
  assert.equal(written(Uint8Array.of(0, 1, 2).buffer), "c403000102");
  assert.equal(written(new Map([["b", 1], [2, "x"], [-1, null]])), "83ffc002a178a16201"); // biome-ignore format: pairs
  assert.equal(written(Object.create(null)), "80");
});

test("half of a surrogate pair becomes U+FFFD, in long texts and short ones", () => {
  assert.equal(written("a\ud83d"), "a461efbfbd");
  assert.equal(written("\ude00".repeat(40)), `d978${"efbfbd".repeat(40)}`);
});

test("undefined in an object is a key that is not there, and inherited properties are none", () => {
  assert.equal(written({ a: undefined, b: 1 }), "81a16201");
  assert.equal(written(Object.assign(Object.create({ inherited: 1 }), { own: 2 })), "81a36f776e02");
});

test("text of any length and script comes back as it was", () => {
  for (const text of [
    "",
    "é",
    "x".repeat(39),
    "é".repeat(39),
    "x".repeat(40),
    "日".repeat(70_000),
    "\ud800",
    "a\u0000b",
  ]) {
    const { data } = projectPayload(encodeTurn(type, { value: { [text]: text } }, registry), type, registry);
    assert.deepEqual(data.value, {
      [text.toWellFormed?.() ?? text.replace("\ud800", "\ufffd")]: text.replace("\ud800", "\ufffd"),
    });
  }
});

test("what no payload can hold is refused with its place", () => {
  const cycle = {};
  cycle.again = cycle;
  const throwing = Object.defineProperty({}, "x", { enumerable: true, get: () => assert.fail("read") });
  for (const [value, pointer, message] of [
    [{ deep: [1, () => 1] }, "/value/deep/1", /expected a plain value, found function/],
    [[undefined], "/value/0", /expected a plain value, found undefined/],
    [Symbol("s"), "/value", /expected a plain value, found symbol/],
    [2n ** 64n, "/value", /expected an integer of 64 bits, found a larger bigint/],
    [{ "a/b~": { x: Symbol("s") } }, "/value/a~1b~0/x", /found symbol/],
    [new Map([["k", new Map([[1, Symbol("s")]])]]), "/value/k/1", /found symbol/],
    [throwing, "/value/x", /expected a readable value, found one that throws/],
  ]) {
    assert.throws(() => encodeTurn(type, { value }, registry), { code: "Unprocessable", pointer, message });
  }
  assert.throws(() => encodeTurn(type, { value: cycle }, registry), {
    code: "Unprocessable",
    message: /is there a cycle/,
  });
});

test("what the engine keeps elsewhere than in keys is refused, not written as nothing", () => {
  class Own {
    a = 1;
  }
  assert.equal(written(new Own()), "81a16101");
  assert.equal(written({ constructor: 1 }), "81ab636f6e7374727563746f7201");
  assert.equal(written([Object.create(null)]), "9180");
  for (const [value, name] of [
    [new Date(0), "Date"],
    [new Set([1]), "Set"],
    [/x/, "RegExp"],
    [Object.assign(new Error("x"), { code: "E" }), "Error"],
    [Promise.resolve(), "Promise"],
    [new URL("http://a.example"), "URL"],
    [new DataView(new ArrayBuffer(1)), "DataView"],
    [new Number(5), "Number"],
    [new String("x"), "String"],
    [new Boolean(true), "Boolean"],
    [new Int32Array(1), "Int32Array"],
    [new Uint8ClampedArray(1), "Uint8ClampedArray"],
    [new WeakMap(), "WeakMap"],
  ]) {
    const facts = { name: "VitrineError", code: "Unprocessable", message: new RegExp(`a plain value, found ${name}`) };
    assert.throws(() => encodeTurn(type, { value }, registry), { ...facts, pointer: "/value" });
    assert.throws(() => encodeTurn(type, { value: [{ value }] }, registry), { ...facts, pointer: "/value/0/value" });
    assert.throws(() => encodeTurn(type, value, registry), facts);
  }
});

test("bytes that were transferred are refused", () => {
  const bytes = new Uint8Array(4);
  structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
  const facts = { name: "VitrineError", code: "Unprocessable", message: /a readable value/ };
  assert.throws(() => encodeTurn(type, { value: bytes }, registry), { ...facts, pointer: "/value" });
  assert.throws(() => encodeTurn(type, bytes.buffer, registry), facts);
});

test("a key whose text does not say what it was is given as it is, in a Map", () => {
  const point = { versions: { 1: { fields: { 1: { name: "x", type: "u8" } } } } };
  const blob = { type_id: "T", type_version: 2, bytes: Uint8Array.of(0) };
  const text = { type: "string", optional: true };
  for (const [keys, key, hex, fromText] of [
    [{ type: "array", items: "u8" }, [5], "9105", "Unprocessable"],
    [{ type: "map", values: "u8" }, { a: 5 }, "81a16105", "Unprocessable"],
    [{ type: "ref", ref: "Point" }, { x: 5 }, "810105", "Unprocessable"],
    ["typed_blob", blob, "8301a154020203c40100", "c40a8301a154020203c40100"],
    [text, null, "c0", "a46e756c6c"],
  ]) {
    const fields = { 1: { name: "map", type: "map", keys, values: "u8" } };
    const known = new Registry({ ...bundle, types: { Point: point, "t.Any": { versions: { 1: { fields } } } } });
    const written = (map) => Buffer.from(encodeTurn(type, { map }, known)).toString("hex");
    const payload = written(new Map([[key, 1]]));
    assert.equal(payload, `810181${hex}01`);
    const { map } = projectPayload(Buffer.from(payload, "hex"), type, known).data;
    if (fromText === "Unprocessable") assert.throws(() => written(map), { code: fromText });
    else assert.equal(written(map), `810181${fromText}01`);
  }
});

test("a getter that encodes by itself disturbs nothing", () => {
  const inner = () => encodeTurn(type, { value: "y".repeat(100_000) }, registry).length;
  const value = { a: "before", get b() { return inner(); }, c: "after" }; // biome-ignore format: one line
  const { data } = projectPayload(encodeTurn(type, { value }, registry), type, registry);
  assert.deepEqual(data.value, { a: "before", b: 100_007, c: "after" });
});
