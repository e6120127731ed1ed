// Promise: before init, everything refuses with VitrineNotReadyError that says what to call; importing does nothing.

import assert from "node:assert/strict";
import test from "node:test";
import * as vitrine from "vitrine";
import * as html from "vitrine/html";
import * as node from "vitrine/node";
import * as state from "vitrine/state";
import * as turns from "vitrine/turns";

const bytes = new Uint8Array();
const type = { typeId: "a.B", typeVersion: 1 };

const TURNS = {
  version: (entry) => entry.version(),
  Registry: (entry) => new entry.Registry(),
  "Registry with a bundle": (entry) => new entry.Registry({ registry_version: 1, bundle_id: "b", types: {} }),
  TurnBatch: (entry) => new entry.TurnBatch(bytes),
  projectPayload: (entry) => entry.projectPayload(bytes, type, undefined),
  encodeTurn: (entry) => entry.encodeTurn(type, {}, undefined),
  blake3: (entry) => entry.blake3(bytes),
  VitrineClient: (entry) => new entry.VitrineClient({ baseUrl: "http://127.0.0.1:9010" }),
  createGateway: (entry) => entry.createGateway({ baseUrl: "http://127.0.0.1:9010" }),
};

const NODE = { WireClient: (entry) => new entry.WireClient() };

const HTML = {
  sanitizeHtml: (entry) => entry.sanitizeHtml("x"),
  renderHtml: (entry) => entry.renderHtml(undefined, "x"),
  createIsland: (entry) => entry.createIsland(undefined),
};

const UI = {
  validateBatch: (entry) => entry.validateBatch([]),
  validatePlan: (entry) => entry.validatePlan("{}"),
  createAdapter: (entry) => entry.createAdapter({ root: undefined }),
};

const A2UI = {
  ClientSim: ({ a2ui }) => new a2ui.ClientSim(),
  JsonlParser: ({ a2ui }) => new a2ui.JsonlParser(),
  createIngress: ({ a2ui }) => a2ui.createIngress({ actions: {}, surfaces: {} }),
  createValidator: ({ a2ui }) => a2ui.createValidator(),
  decodeContents: ({ a2ui }) => a2ui.decodeContents([]),
  encodeContents: ({ a2ui }) => a2ui.encodeContents({}),
  encodeUpdates: ({ a2ui }) => a2ui.encodeUpdates("main", {}),
};

const STATE = { StateDocument: (entry) => new entry.StateDocument() };

/** They need no module: they look at what one gave, or keep it. */
const PURE = [
  "hintFor",
  "memoryLogStore",
  "indexedDbLogStore",
  "turnsLogStore",
  "documentScope",
  "createErrorRegistry",
  "errorRegistry",
];

const refusal = (module) => ({
  name: "VitrineNotReadyError",
  code: "NotReady",
  message: new RegExp(`"${module}".*await init\\(\\).*initSync`),
});

const ENTRIES = [
  {
    name: "vitrine",
    entry: vitrine,
    calls: { turns: TURNS, html: HTML, ui: { ...UI, ...A2UI }, state: STATE },
    modules: "turns, ui, state",
  },
  { name: "vitrine/turns", entry: turns, calls: { turns: TURNS }, modules: "turns" },
  { name: "vitrine/node", entry: node, calls: { turns: { ...TURNS, ...NODE } }, modules: "turns" },
  { name: "vitrine/html", entry: html, calls: { html: { ...HTML, version: TURNS.version } }, modules: "html" },
  { name: "vitrine/state", entry: state, calls: { state: { ...STATE, version: TURNS.version } }, modules: "state" },
];

for (const { name, entry, calls, modules } of ENTRIES) {
  test(name, async (t) => {
    for (const [module, tried] of Object.entries(calls)) {
      for (const [what, call] of Object.entries(tried))
        await t.test(what, () => assert.throws(() => call(entry), refusal(module)));
    }
    await t.test("reinit", () => assert.rejects(entry.reinit(), refusal(modules)));
  });
}

test("what the message says to pass is what the entry of all rooms takes", () => {
  assert.throws(() => vitrine.sanitizeHtml("x"), { message: /initSync\(\{ ui: bytes \}\)/ });
  assert.throws(() => vitrine.blake3(bytes), { message: /initSync\(\{ turns: bytes \}\)/ });
});

test("every function and class of the entries is among them, or starts it, or is an error", () => {
  const known = new Set([
    ...Object.keys(TURNS),
    ...Object.keys(HTML),
    ...Object.keys(NODE),
    ...Object.keys(UI),
    ...Object.keys(A2UI),
    ...Object.keys(STATE),
    ...PURE,
    "init",
    "initSync",
    "reinit",
  ]);
  const { a2ui, ...rooms } = vitrine;
  // A namespace of CommonJS has itself as `default`, too.
  const { default: _, ...inA2ui } = a2ui;
  for (const [name, value] of Object.entries({ ...rooms, ...inA2ui, ...turns, ...node, ...html, ...state })) {
    const isError = value.prototype instanceof Error;
    assert.ok(known.has(name) || isError, `${name} is not tried here`);
  }
});

test("after init they work", async () => {
  await vitrine.init();
  assert.equal(turns.blake3(bytes).length, 32);
  assert.equal(new state.StateDocument().run(["chat", "latest"]).stdout, "READY\n");
});
