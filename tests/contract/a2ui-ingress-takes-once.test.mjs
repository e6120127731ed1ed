// Promise: what a client sends is taken in once; the options of an ingress are held to their form, and its handles end.

import assert from "node:assert/strict";
import test, { before } from "node:test";
import { a2ui, blake3, init, reinit } from "vitrine";

before(() => init());

const userAction = (context, surfaceId = "main") =>
  JSON.stringify({
    userAction: {
      name: "save",
      surfaceId,
      sourceComponentId: "c",
      timestamp: "2026-01-31T12:00:00Z",
      context,
    },
  });

test("the hash that stands for a key is BLAKE3 of surface, component, timestamp and context in order", () => {
  const ingress = a2ui.createIngress({ actions: ["save"], surfaces: { main: {} } });
  const { action } = ingress.accept(userAction({ b: 1, a: { d: "x", c: null } }), 0);
  const text = JSON.stringify(["main", "c", "2026-01-31T12:00:00Z", { a: { c: null, d: "x" }, b: 1 }]);
  assert.equal(action.key, Buffer.from(blake3(new TextEncoder().encode(text))).toString("hex"));
});

test("surfaces of the UI IR can be given as they are", () => {
  const surface = { epoch: 2, rev: 3, nonce: "n", template: "form", fields: [], actions: [], data: {}, tombstones: [] };
  const ingress = a2ui.createIngress({ actions: { save: {} }, surfaces: { main: surface } });
  const sent = userAction({ "vitrine.nonce": "n", "vitrine.rev": 3, x: 1 }, "main#e=2");
  const { ok, action, repeated } = ingress.accept(sent, 0);
  assert.deepEqual([ok, action.surface, action.epoch, action.context, repeated], [true, "main", 2, { x: 1 }, false]);
  assert.equal(ingress.accept(sent, 1).repeated, true);
  const refused = ingress.accept(userAction({}), 2);
  assert.deepEqual([refused.code, refused.http], ["A2UI_C2S_SURFACE_STALE", 409]);
  assert.equal(refused.message, "UI is out of date. Please regenerate.");
});

test("what an answer says of a nonce is not the nonce", () => {
  const ingress = a2ui.createIngress({ actions: ["save"], surfaces: { main: { nonce: "s3cret-nonce" } } });
  for (const nonce of ["guess", "s3cret-nonc", "x".repeat(100)]) {
    const answer = ingress.accept(userAction({ "vitrine.nonce": nonce }), 0);
    assert.equal(answer.code, "A2UI_C2S_NONCE_INVALID");
    assert.doesNotMatch(JSON.stringify(answer), /s3cret/);
  }
});

test("statuses and sentences are the application's, where it has its own", () => {
  const code = "A2UI_C2S_SURFACE_STALE";
  const registry = a2ui.createErrorRegistry({ [code]: { http: 410, message: "Bitte neu laden." } });
  const ingress = a2ui.createIngress({ actions: { registry: {}, save: {} }, registry });
  const { http, message } = ingress.accept(userAction({}), 0);
  assert.deepEqual([http, message], [410, "Bitte neu laden."]);
  assert.equal(ingress.accept("", 0).http, 400);
});

test("options of another form are refused with their place", () => {
  const surfaces = { main: {} };
  const refused = [
    ["", null],
    ["", []],
    ["/action", { action: ["save"] }],
    ["/actions", { actions: 7 }],
    ["/actions/1", { actions: ["save", 7] }],
    ["/actions/save", { actions: { save: true } }],
    ["/actions/save/rules", { actions: { save: { rules: {} } } }],
    ["/actions/save/context/a", { actions: { save: { context: { a: "text" } } } }],
    ["/actions/save/context/a/type", { actions: { save: { context: { a: { type: "text" } } } } }],
    ["/actions/save/context/a/max", { actions: { save: { context: { a: { max: 7 } } } } }],
    ["/actions/save/surfaces", { actions: { save: { surfaces: "main" } } }],
    ["/surfaces/main", { surfaces: { main: 7 } }],
    ["/surfaces/main/epoch", { surfaces: { main: { epoch: 0 } } }],
    ["/surfaces/main#e=2", { surfaces: { "main#e=2": {} } }],
    ["/surfaces/", { surfaces: { "": {} } }],
    ["/surfaces/main/nonce", { surfaces: { main: { nonce: "" } } }],
    ["/surfaces/main/rev", { surfaces: { main: { rev: -1 } } }],
    ["/limits/ttlMs", { surfaces, limits: { ttlMs: 0 } }],
    ["/limits/contextDepth", { surfaces, limits: { contextDepth: 101 } }],
    ["/limits/bytes", { surfaces, limits: { bytes: 1 } }],
  ];
  for (const [pointer, options] of refused) {
    assert.throws(
      () => a2ui.createIngress(options),
      (error) => error.code === "BadRequest" && (error.pointer ?? "") === pointer,
      `${JSON.stringify(options)} at ${pointer}`,
    );
  }
  const ingress = a2ui.createIngress({ actions: ["save"], surfaces });
  assert.throws(() => ingress.setSurface("main", { epoch: "2" }), { code: "BadRequest", pointer: "/epoch" });
  for (const id of ["", "main#e=2"]) {
    assert.throws(() => ingress.setSurface(id, {}), { code: "BadRequest", message: /without an epoch/ });
    assert.throws(() => ingress.removeSurface(id), { code: "BadRequest", message: /without an epoch/ });
  }
  for (const now of [-1, Number.NaN, Number.POSITIVE_INFINITY, "0"])
    assert.throws(() => ingress.accept("{}", now), { code: "BadRequest" });
  assert.throws(() => ingress.accept({}, 0), { code: "BadRequest" });
});

test("a surface has an id by which an action can name it", () => {
  const create = (id, surface = {}) => a2ui.createIngress({ actions: ["save"], surfaces: { [id]: surface } });
  const ingress = create("main");
  const ids = ["", "main#e=2", "a b", "ü", "x".repeat(129)];
  for (const id of ids) {
    assert.throws(() => create(id), { code: "BadRequest" }, id);
    assert.throws(() => ingress.setSurface(id, {}), { code: "BadRequest" }, id);
  }
  const longest = "x".repeat(128);
  ingress.setSurface(longest, {});
  assert.equal(ingress.accept(userAction({}, longest), 0).ok, true);
  // Its epoch is part of what it is called.
  assert.throws(() => ingress.setSurface(longest, { epoch: 2 }), { code: "BadRequest" });
  ingress.setSurface(longest.slice(4), { epoch: 2 });
  assert.equal(ingress.accept(userAction({}, `${longest.slice(4)}#e=2`), 0).ok, true);
});

test("a handle ends with free() and with reinit()", async () => {
  const freed = a2ui.createIngress({ actions: ["save"] });
  freed.free();
  assert.throws(() => freed.accept("{}", 0), { code: "StaleHandle" });
  const old = a2ui.createIngress({ actions: ["save"] });
  const parser = new a2ui.JsonlParser();
  await reinit();
  assert.throws(() => old.accept("{}", 0), { code: "StaleHandle" });
  assert.throws(() => parser.push("{}"), { code: "StaleHandle" });
  old.free();
  parser.free();
});
