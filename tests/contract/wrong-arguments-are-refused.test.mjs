// Promise: an argument of another type is a VitrineError BadRequest that says what was found, in every room; none
// reaches the module, which works on as before.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import * as vitrine from "vitrine";
import { bundle, page, projected } from "../support/page.mjs";

const { a2ui, blake3, encodeTurn, projectPayload, Registry, StateDocument, TurnBatch } = vitrine;
const TYPE = { typeId: "com.example.Note", typeVersion: 1 };
const HASH = "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262";

let registry;
let batch;
let payload;
before(async () => {
  await vitrine.init();
  registry = new Registry(bundle);
  batch = new TurnBatch(page());
  payload = batch.payload(0);
});

const detached = () => {
  const bytes = new Uint8Array(4);
  structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
  return bytes;
};

/** Each call is refused, and the modules go on. */
function refuses(calls, facts = {}) {
  for (const [name, call] of Object.entries(calls)) {
    assert.throws(call, (error) => {
      assert.ok(error instanceof vitrine.VitrineError, `${name}: ${error?.stack}`);
      assert.equal(error.code, "BadRequest", `${name}: ${error.message}`);
      if (facts.message) assert.match(error.message, facts.message, name);
      return true;
    });
  }
  assert.equal(Buffer.from(blake3(new Uint8Array())).toString("hex"), HASH);
  assert.deepEqual(new TurnBatch(page()).project(registry), [projected]);
}

const calls = (values, call) =>
  Object.fromEntries(values.map((value, at) => [`${at}: ${typeof value}`, () => call(value)]));

test("a type id that is no string", () => {
  for (const call of [
    (typeId) => projectPayload(payload, { typeId, typeVersion: 1 }, registry),
    (typeId) => encodeTurn({ typeId, typeVersion: 1 }, {}, registry),
    (typeId) => registry.descriptor(typeId),
    (typeId) => batch.project(registry, { typeHintMode: "explicit", as: { typeId, typeVersion: 1 } }),
  ])
    refuses(calls([1, {}, true, 1n, Number.NaN, Symbol("s"), undefined, null, []], call), { message: /typeId/ });
});

test("a version that is no whole number of 32 bits from 1", () => {
  for (const call of [
    (typeVersion) => projectPayload(payload, { ...TYPE, typeVersion }, registry),
    (typeVersion) => encodeTurn({ ...TYPE, typeVersion }, {}, registry),
    (typeVersion) => registry.descriptor(TYPE.typeId, typeVersion),
    (typeVersion) => batch.project(registry, { typeHintMode: "explicit", as: { ...TYPE, typeVersion } }),
  ])
    refuses(calls([2 ** 32 + 1, 1.5, "1", true, 0, -1, 1n, Number.NaN, null], call), { message: /typeVersion.*found/ });
  assert.deepEqual(registry.descriptor(TYPE.typeId, undefined), registry.descriptor(TYPE.typeId, 1));
});

test("no type", () => {
  refuses(calls([undefined, null, 5, "x"], (type) => projectPayload(payload, type, registry)));
  refuses(calls([undefined, null, 5, "x"], (type) => encodeTurn(type, {}, registry)));
});

test("no registry", () => {
  for (const none of [undefined, null, {}, 5, bundle])
    refuses(
      {
        project: () => batch.project(none),
        projectPayload: () => projectPayload(payload, TYPE, none),
        encodeTurn: () => encodeTurn(TYPE, {}, none),
      },
      { message: /registry: expected a Registry/ },
    );
});

test("what is no index is refused, and one beyond the page is not found", () => {
  for (const call of [(index) => batch.payload(index), (index) => batch.decode(index)]) {
    refuses(calls([Number.NaN, "x", undefined, -1, 1.5, "0", 0n, Number.POSITIVE_INFINITY], call));
    for (const beyond of [1, 2 ** 32, 2 ** 53]) {
      const message = new RegExp(`expected an index below 1, found ${beyond}$`);
      assert.throws(() => call(beyond), { name: "VitrineError", code: "NotFound", message });
    }
  }
});

test("what is no range", () => {
  refuses(calls([Number.NaN, "x", 1n, {}], (start) => batch.project(registry, {}, { start, end: 1 })));
  refuses(calls([Number.NaN, "x", 1n, {}], (end) => batch.project(registry, {}, { start: 0, end })));
  refuses(calls([5, null, "x", []], (range) => batch.project(registry, {}, range)));
  assert.deepEqual(batch.project(registry, {}, { start: -5, end: Number.POSITIVE_INFINITY }), [projected]);
});

test("what are no bytes, or were transferred", () => {
  const bytes = page();
  const moved = new TurnBatch(bytes);
  structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
  refuses({
    "payload of a page": () => moved.payload(0),
    "views of a page": () => moved.project(registry, { bytesRender: "view" }),
  });
  assert.deepEqual(moved.project(registry), [projected], "the module has its own copy");
  const fake = Object.create(Uint8Array.prototype);
  for (const value of [undefined, null, "x", [1], new ArrayBuffer(1), fake, detached()]) {
    refuses({
      TurnBatch: () => new TurnBatch(value),
      blake3: () => blake3(value),
      projectPayload: () => projectPayload(value, TYPE, registry),
      restore: () => a2ui.ClientSim.restore(value),
    });
  }
  refuses({
    JsonlParser: () => new a2ui.JsonlParser().push(detached()),
    Validator: () => a2ui.createValidator().push(detached()),
    Ingress: () => a2ui.createIngress({ actions: [] }).accept(detached(), 0),
    validateBatch: () => vitrine.validateBatch(detached()),
    validatePlan: () => vitrine.validatePlan(detached()),
  });
});

test("a bundle that JSON cannot hold", () => {
  refuses(calls([5n, () => {}, { x: 1n }], (value) => registry.put(value)));
});

test("names and options of the a2ui room", () => {
  const sim = new a2ui.ClientSim();
  const ingress = a2ui.createIngress({ actions: [] });
  for (const id of [undefined, 5, {}, Symbol("s"), Object.create(null)])
    refuses({
      stateHash: () => sim.stateHash(id),
      setSurface: () => ingress.setSurface(id, {}),
      removeSurface: () => ingress.removeSurface(id),
      encodeUpdates: () => a2ui.encodeUpdates(id, {}),
    });
  for (const none of [null, 5, "x"])
    refuses({
      createValidator: () => a2ui.createValidator(none),
      JsonlParser: () => new a2ui.JsonlParser(none),
      ClientSim: () => new a2ui.ClientSim(none),
      createIngress: () => a2ui.createIngress(none),
      "registry of a validator": () => a2ui.createValidator({ registry: none }),
      "registry of an ingress": () => a2ui.createIngress({ actions: [], registry: none }),
    });
  refuses(calls(["yes", 1n, Symbol("s"), null], (healing) => new a2ui.JsonlParser({ healing })));
});

test("options of sanitizing", () => {
  const none = [null, 5, "x", true, [], new Map(), new Date(), () => {}, Symbol("s")];
  refuses(
    calls(none, (options) => vitrine.sanitizeHtml("<p>x", options)),
    { message: /^options: expected an object, found / },
  );
  for (const value of [5, null, {}, new Map(), Symbol("s"), Object.create(null), "x".repeat(200)])
    for (const name of ["context", "svg", "clobbering", "images"])
      refuses(
        { [name]: () => vitrine.sanitizeHtml("<p>x", { [name]: value }) },
        { message: new RegExp(`^${name}: expected .{0,90}, found .{1,90}$`) },
      );
});

test("an origin is an address, also where there is no URL.canParse", (t) => {
  const { canParse } = URL;
  URL.canParse = undefined;
  t.after(() => {
    URL.canParse = canParse;
  });
  const of = (images) => vitrine.sanitizeHtml('<img src="https://img.example/a.png">', { images }).html;
  assert.match(of(["https://img.example"]), /src=/);
  assert.doesNotMatch(of(["https://other.example"]), /src=/);
  refuses(calls(["https://img.example:99999", "https://[x]", "img.example", 5], (each) => of([each])));
});

test("options, lines and files of a state document", () => {
  const document = new StateDocument();
  for (const none of [null, 5, "x"])
    refuses({
      options: () => new StateDocument(none),
      shards: () => new StateDocument({ shards: none }),
      args: () => document.run(none),
      input: () => document.run(["chat", "latest"], none),
      files: () => document.run(["chat", "latest"], { files: none }),
    });
});
