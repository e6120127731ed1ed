// Promise: whatever a value of JavaScript is, or does while it is read, it is refused with a pointer to the place, or what
// was read is what was checked and is given back; nothing else is thrown, and nothing of it is remembered.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { init, UICPValidationError, validateBatch, validatePlan } from "vitrine";

before(() => init({ modules: ["ui"] }));

const set = (value) => ({ op: "state.set", params: { scope: "global", key: "k", value } });
const cycle = { a: [1] };
cycle.a.push(cycle);
const broken = {
  get a() {
    throw new Error("never seen");
  },
};
const deep = (depth) => (depth === 0 ? 1 : { a: deep(depth - 1) });
const throwing = (trap) =>
  new Proxy({ a: 1 }, { [trap]: () => assert.fail("a trap's own error must not come through") });

const REFUSED = {
  undefined: [undefined, "", "an array of operations, found undefined"],
  "a number": [5, "", "found 5"],
  "a function": [() => [], "", "found a function"],
  "a symbol": [Symbol("x"), "", "found a symbol"],
  "a Map": [new Map(), "", "found an object that is neither plain nor a list"],
  "an ArrayBuffer": [new ArrayBuffer(2), "", "found an object that is neither plain nor a list"],
  "a boxed string": [Object("[]"), "", "found an object that is neither plain nor a list"],
  "a hole in the list": [Array(1), "/0", "found undefined"],
  "a bigint": [[set(1n)], "/0/params/value", "found a bigint"],
  NaN: [[set([0, Number.NaN])], "/0/params/value/1", "found NaN"],
  infinity: [[set({ a: -Infinity })], "/0/params/value/a", "found an infinite number"],
  "a function inside": [[set({ a: () => 1 })], "/0/params/value/a", "found a function"],
  "a Date inside": [[set(new Date(0))], "/0/params/value", "neither plain nor a list"],
  "undefined in a list": [[set([undefined])], "/0/params/value/0", "found undefined"],
  "an undefined that is needed": [[set(undefined)], "/0/params/value", "found nothing"],
  "a cycle": [[set(cycle)], "/0/params/value/a/1", "found an object inside itself"],
  "a getter that throws": [[set(broken)], "/0/params/value/a", "found a property that cannot be read"],
  "a getter that throws, where text is expected": [
    [{ op: "window.close", params: Object.defineProperty({}, "id", { enumerable: true, get: () => broken.a }) }],
    "/0/params/id",
    "found a property that cannot be read",
  ],
  "a proxy without keys": [[set(throwing("ownKeys"))], "/0/params/value", "found a property that cannot be read"],
  "a proxy without descriptors": [
    [set(throwing("getOwnPropertyDescriptor"))],
    "/0/params/value",
    "found a property that cannot be read",
  ],
  "a proxy without values": [[set(throwing("get"))], "/0/params/value/a", "found a property that cannot be read"],
  "a proxy without a prototype": [
    [set(throwing("getPrototypeOf"))],
    "/0/params/value",
    "found a property that cannot be read",
  ],
  "a revoked proxy": [[set(revoked())], "/0/params/value", "found a property that cannot be read"],
  "a list that is too long": [Array(200_000).fill(0), "", "found more than 100,000 values"],
  "a list without an end": [
    new Proxy([], { get: (_, key) => (key === "length" ? 2 ** 40 : 0) }),
    "",
    "found more than",
  ],
  "nested too deep": [[set(deep(200))], "", "found arrays and objects nested more than 64 deep"],
  "texts that are too long": [[set(["x".repeat(3 << 20), "y".repeat(2 << 20)])], "", "found more than 4 MiB"],
  "a text that is too long": ["x".repeat(5 << 20), "", "expected at most 4194304 bytes"],
  "bytes that are no UTF-8": [Uint8Array.of(0x5b, 0x22, 0xff, 0x22, 0x5d), "", "expected UTF-8"],
  "bytes that are too long": [new Uint8Array(5 << 20), "", "expected at most 4194304 bytes"],
};

function revoked() {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

for (const [name, [input, pointer, message]] of Object.entries(REFUSED)) {
  test(`refused: ${name}`, () => {
    for (const validate of [validateBatch, validatePlan]) {
      assert.throws(
        () => validate(input),
        (error) => {
          assert.ok(error instanceof UICPValidationError, String(error));
          assert.ok(error.issues.length > 0);
          // A plan is no list; where the input itself is to blame, both say so.
          if (validate === validatePlan && pointer !== "") return true;
          assert.equal(error.pointer, pointer);
          if (validate === validateBatch) assert.ok(error.message.includes(message), error.message);
          return true;
        },
      );
    }
    assert.deepEqual(validateBatch([set(1)]), [set(1)], "the next one is not affected");
  });
}

test("each getter is read once, and what it gave is what comes back", () => {
  const reads = {};
  const counted = (name, values) => ({
    enumerable: true,
    get: () => {
      reads[name] = (reads[name] ?? 0) + 1;
      return values[Math.min(reads[name], values.length) - 1];
    },
  });
  const params = Object.defineProperties({}, { id: counted("id", ["first", ""]), title: counted("title", ["t"]) });
  const envelope = Object.defineProperties({ op: "window.create" }, { params: counted("params", [params]) });
  assert.deepEqual(validateBatch([envelope]), [{ op: "window.create", params: { id: "first", title: "t" } }]);
  assert.deepEqual(reads, { params: 1, id: 1, title: 1 });
});

test("own enumerable string keys are read, and no others", () => {
  class Params {
    id = "w";
    get title() {
      return "of the class";
    }
  }
  Object.prototype.traceId = "inherited";
  try {
    const params = Object.defineProperty(new Params(), "hidden", { value: 1 });
    params[Symbol("s")] = 1;
    params.absent = undefined;
    const [found] = validateBatch([{ op: "window.close", params }]);
    assert.deepEqual(Object.keys(found), ["op", "params"]);
    assert.deepEqual(Reflect.ownKeys(found.params), ["id"]);
    assert.equal(Object.getPrototypeOf(found.params), Object.prototype);
  } finally {
    delete Object.prototype.traceId;
  }
});

test("names of prototypes are data, and change no prototype", () => {
  const text =
    '[{"op":"state.set","params":{"scope":"global","key":"k","value":{"__proto__":{"a":1},"constructor":2}}}]';
  for (const input of [text, JSON.parse(text)]) {
    const [{ params }] = validateBatch(input);
    assert.equal(Object.getPrototypeOf(params.value), Object.prototype);
    assert.deepEqual(Object.getOwnPropertyDescriptor(params.value, "__proto__").value, { a: 1 });
    assert.equal(params.value.a, undefined);
    assert.equal(params.value.constructor, 2);
  }
});

test("the result shares nothing with the input", () => {
  const value = { list: [{ a: 1 }] };
  const input = [set(value)];
  const result = validateBatch(input);
  value.list[0].a = 2;
  input[0].params.key = "other";
  assert.deepEqual(result, [set({ list: [{ a: 1 }] })]);
});

test("a getter that validates something else does not disturb what is read", () => {
  const inner = [set("x".repeat(70_000)), set([1, 2, 3])];
  const value = {
    before: "ü",
    get middle() {
      assert.deepEqual(validateBatch(inner), inner);
      assert.throws(() => validateBatch([set(cycle)]), UICPValidationError);
      return [true];
    },
    after: ["z", { y: "日本" }],
  };
  assert.deepEqual(validateBatch([set(value)]), [set({ before: "ü", middle: [true], after: ["z", { y: "日本" }] })]);
  // In snake_case it is read back from the core instead of copied.
  const spelt = { op: "dom.set", params: { window_id: "w", target: "#a", html: "<p>ü</p>" } };
  const { window_id: windowId, ...others } = spelt.params;
  assert.deepEqual(validateBatch([set(value), spelt])[1], { op: "dom.set", params: { ...others, windowId } });
});

test("what was around a refused value is forgotten", () => {
  const shared = deep(20);
  let around = shared;
  for (let depth = 0; depth < 60; depth += 1) around = [around];
  assert.throws(() => validateBatch([set(around)]), { message: /nested more than 64 deep/ });
  assert.deepEqual(validateBatch([set(shared)]), [set(shared)]);
});

test("half of a surrogate pair is no reason to refuse", () => {
  const html = "a\ud83d";
  assert.deepEqual(
    validateBatch([{ op: "dom.set", params: { windowId: "w", target: "#a", html } }])[0].params.html,
    html,
  );
});
