// Promise: whatever careless programs pass, each public entry answers with a VitrineError that has a code, says what was
// expected and found, and comes before anything is asked of a host. `uicp-hostile-values-are-refused` and
// `wrong-arguments-are-refused` have what is only there; entries that need a page are in tests/browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as vitrine from "vitrine";
import * as html from "vitrine/html";
import { WireClient } from "vitrine/node";
import { bundle, page } from "../support/page.mjs";

const { createGateway, documentScope, Registry, StateDocument, TurnBatch, VitrineClient } = vitrine;
await vitrine.init();

const mine = () => {
  throw new Error("mine");
};

/** What programs pass by mistake, by its kind. */
const VALUES = {
  undefined,
  null: null,
  zero: 0,
  negative: -1,
  fraction: 1.5,
  NaN: Number.NaN,
  bigint: 1n,
  "negative bigint": -1n,
  text: "x",
  "no text": "",
  boolean: true,
  list: [],
  object: {},
  "object without a prototype": Object.create(null),
  "frozen object": Object.freeze({}),
  symbol: Symbol("s"),
  function: () => undefined,
  map: new Map(),
  date: new Date(0),
  "proxy that throws": new Proxy({}, { get: mine, ownKeys: mine }),
  "getter that throws": Object.defineProperty({}, "signal", { enumerable: true, get: mine }),
};
const OBJECTS = ["object", "object without a prototype", "frozen object"];
const OPTIONAL = ["undefined"];
const OPTIONS = [...OPTIONAL, ...OBJECTS];
const TEXTS = ["text", "no text"];
const SIGNAL = ["undefined", "null"];
/** Ids are decimal texts; the bits themselves say the same. */
const ID = ["bigint"];

const TYPE = { typeId: "com.example.Note", typeVersion: 1 };
const HASH = "0".repeat(64);
const registry = new Registry(bundle);
const batch = new TurnBatch(page());
const payload = batch.payload(0);
const document = new StateDocument();

/** Requests that should not have been made. */
let asked = 0;
const ask = async () => {
  asked += 1;
  return new Response("{}", { status: 200 });
};
const baseUrl = "http://host.example/";
const client = new VitrineClient({ baseUrl, fetch: ask });
const answering = (options) => new VitrineClient({ baseUrl, fetch: ask, ...options }).contexts();
const gateway = createGateway({ baseUrl, fetch: ask });

/** One whose calls reach nobody; the connection that an accepted argument leads to ends at once. */
const wire = async (use, options) => {
  const client = new WireClient({ port: 1, retry: { attempts: 1 }, registry, ...options });
  try {
    const given = use(client);
    for await (const _ of Symbol.asyncIterator in given ? given : []) break;
    return await given;
  } finally {
    client.close();
  }
};

const ENTRIES = {
  init: [OPTIONS, (x) => vitrine.init(x)],
  "init: modules": [["undefined", "list"], (modules) => vitrine.init({ modules })],
  "init: a module": [[], (module) => vitrine.init({ modules: [module] })],
  "init: sources": [OPTIONS, (sources) => vitrine.init({ sources })],
  initSync: [OBJECTS, (x) => vitrine.initSync(x)],
  "initSync of html": [[], (x) => html.initSync(x)],

  TurnBatch: [[], (x) => new TurnBatch(x)],
  payload: [["zero"], (x) => batch.payload(x)],
  decode: [["zero"], (x) => batch.decode(x)],
  "decode: options": [OPTIONS, (x) => batch.decode(0, x)],
  "decode: verify": [["undefined", "boolean"], (verify) => batch.decode(0, { verify })],
  "project: registry": [[], (x) => batch.project(x)],
  "project: options": [OPTIONS, (x) => batch.project(registry, x)],
  "project: range": [OPTIONS, (x) => batch.project(registry, {}, x)],
  ...eachOf(["start", "end"], "range.", [...OPTIONAL, "null", "zero", "negative", "fraction"], (range) =>
    batch.project(registry, {}, range),
  ),
  ...eachOf(["includeUnknown", "verify", "detach"], "project: ", ["undefined", "boolean"], (options) =>
    batch.project(registry, options),
  ),
  ...eachOf(
    ["typeHintMode", "as", "bytesRender", "u64Format", "enumRender", "timeRender", "coalesce", "other"],
    "project: ",
    OPTIONAL,
    (options) => batch.project(registry, options),
  ),
  "project: expect": [OPTIONS, (expect) => batch.project(registry, { expect })],
  Registry: [OPTIONAL, (x) => new Registry(x)],
  put: [[], (x) => new Registry().put(x)],
  descriptor: [TEXTS, (x) => registry.descriptor(x)],
  "descriptor: version": [OPTIONAL, (x) => registry.descriptor(TYPE.typeId, x)],
  projectPayload: [[], (x) => vitrine.projectPayload(x, TYPE, registry)],
  "projectPayload: type": [[], (x) => vitrine.projectPayload(payload, x, registry)],
  "projectPayload: registry": [[], (x) => vitrine.projectPayload(payload, TYPE, x)],
  "projectPayload: options": [OPTIONS, (x) => vitrine.projectPayload(payload, TYPE, registry, x)],
  "encodeTurn: type": [[], (x) => vitrine.encodeTurn(x, {}, registry)],
  "encodeTurn: value": [[...OBJECTS, "map"], (x) => vitrine.encodeTurn(TYPE, x, registry)],
  "encodeTurn: registry": [[], (x) => vitrine.encodeTurn(TYPE, {}, x)],
  blake3: [[], (x) => vitrine.blake3(x)],

  VitrineClient: [[], (x) => new VitrineClient(x)],
  "VitrineClient: baseUrl": [[], (baseUrl) => answering({ baseUrl })],
  "VitrineClient: token": [["undefined", ...TEXTS, "function"], (token) => answering({ token })],
  "VitrineClient: fetch": [
    OPTIONAL,
    (fetch) => new VitrineClient({ baseUrl, fetch: fetch === undefined ? ask : fetch }).contexts(),
  ],
  contexts: [OPTIONS, (x) => client.contexts(x)],
  "contexts: limit": [OPTIONAL, (limit) => client.contexts({ limit })],
  "contexts: before": [[...OPTIONAL, ...ID], (before) => client.contexts({ before })],
  "contexts: tag": [["undefined", ...TEXTS], (tag) => client.contexts({ tag })],
  "contexts: signal": [SIGNAL, (signal) => client.contexts({ signal })],
  turns: [ID, (x) => client.turns(x)],
  "turns: options": [OPTIONS, (x) => client.turns("1", x)],
  "turns: limit": [OPTIONAL, (limit) => client.turns("1", { limit })],
  "turns: beforeTurnId": [[...OPTIONAL, ...ID], (beforeTurnId) => client.turns("1", { beforeTurnId })],
  "turns: signal": [SIGNAL, (signal) => client.turns("1", { signal })],
  createContext: [[...OPTIONAL, ...ID], (x) => client.createContext(x)],
  "createContext: options": [OPTIONS, (x) => client.createContext("1", x)],
  fork: [ID, (x) => client.fork(x, "1")],
  "fork: turn": [ID, (x) => client.fork("1", x)],
  "fork: options": [OPTIONS, (x) => client.fork("1", "1", x)],
  append: [ID, (x) => client.append(x, TYPE, payload)],
  "append: type": [[], (x) => client.append("1", x, payload)],
  "append: options": [OPTIONS, (x) => client.append("1", TYPE, payload, x)],
  "append: idempotencyKey": [
    ["undefined", ...TEXTS],
    (idempotencyKey) => client.append("1", TYPE, payload, { idempotencyKey }),
  ],
  "append: parentTurnId": [[...OPTIONAL, ...ID], (parentTurnId) => client.append("1", TYPE, payload, { parentTurnId })],
  putBundle: [[], (x) => client.putBundle(x)],
  "putBundle: bundle_id": [TEXTS, (x) => client.putBundle({ ...bundle, bundle_id: x })],
  "putBundle: options": [OPTIONS, (x) => client.putBundle(bundle, x)],
  follow: [ID, (x) => client.follow(x, () => {})],
  "follow: onTurn": [["function"], (x) => client.follow("1", x)],
  "follow: options": [OPTIONS, (x) => client.follow("1", () => {}, x)],
  "follow: after": [ID, (after) => client.follow("1", () => {}, { after: after === undefined ? null : after })],
  "follow: signal": [SIGNAL, (signal) => client.follow("1", () => {}, { signal })],

  createGateway: [[], (x) => createGateway(x)],
  "createGateway: baseUrl": [[], (baseUrl) => createGateway({ baseUrl })],
  "createGateway: token": [["undefined", ...TEXTS, "function"], (token) => createGateway({ baseUrl, token })],
  "createGateway: fetch": [["undefined", "function"], (fetch) => createGateway({ baseUrl, fetch })],

  sanitizeHtml: [TEXTS, (x) => vitrine.sanitizeHtml(x)],
  "sanitizeHtml: options": [OPTIONS, (x) => vitrine.sanitizeHtml("x", x)],
  renderHtml: [[], (x) => vitrine.renderHtml(x, "x")],
  createIsland: [[], (x) => vitrine.createIsland(x)],
  validateBatch: [["list"], (x) => vitrine.validateBatch(x)],
  validatePlan: [[], (x) => vitrine.validatePlan(x)],
  hintFor: [[], (x) => vitrine.hintFor(x)],
  createAdapter: [[], (x) => vitrine.createAdapter(x)],
  indexedDbLogStore: [TEXTS, (x) => vitrine.indexedDbLogStore(x)],
  turnsLogStore: [[], (x) => vitrine.turnsLogStore(x, "1")],
  "turnsLogStore: context": [TEXTS, (x) => vitrine.turnsLogStore(client, x)],

  StateDocument: [OPTIONS, (x) => new StateDocument(x)],
  ...eachOf(["root", "path"], "StateDocument: ", ["undefined", ...TEXTS], (x) => new StateDocument(x)),
  "StateDocument: shards": [OPTIONS, (shards) => new StateDocument({ shards })],
  run: [["list"], (x) => document.run(x)],
  "run: an argument": [TEXTS, (x) => document.run([x])],
  "run: input": [OPTIONS, (x) => document.run(["chat", "latest"], x)],
  ...eachOf(["stdin", "now"], "run: ", ["undefined", ...TEXTS], (x) => document.run(["chat", "latest"], x)),
  "run: files": [OPTIONS, (files) => document.run(["chat", "latest"], { files })],
  documentScope: [[], (x) => documentScope(x, { path: "A" })],
  "documentScope: options": [[], (x) => documentScope(document, x)],
  "documentScope: path": [TEXTS, (path) => documentScope(document, { path })],
  "documentScope: onWrite": [["undefined", "function"], (onWrite) => documentScope(document, { path: "A", onWrite })],

  WireClient: [OPTIONS, (x) => new WireClient(x)],
  ...eachOf(["host", "tag"], "WireClient: ", ["undefined", ...TEXTS], (x) => new WireClient(x)),
  ...eachOf(
    ["port", "registry", "timeout", "connectTimeout", "stallTimeout", "maxRequests", "maxBytes", "zstd"],
    "WireClient: ",
    OPTIONAL,
    (x) => new WireClient(x),
  ),
  "WireClient: token": [["undefined", ...TEXTS, "function"], (token) => new WireClient({ token })],
  "WireClient: retry": [OPTIONS, (retry) => new WireClient({ retry })],
  ...eachOf(["attempts", "minDelay", "maxDelay"], "retry.", OPTIONAL, (retry) => new WireClient({ retry })),
  ...eachWire({
    createContext: [[...OPTIONAL, ...ID], (client, x) => client.createContext(x)],
    fork: [ID, (client, x) => client.fork(x)],
    head: [ID, (client, x) => client.head(x)],
    append: [ID, (client, x) => client.append(x, TYPE, payload)],
    "append: type": [[], (client, x) => client.append("1", x, payload)],
    "append: value": [[...OBJECTS, "map"], (client, x) => client.append("1", TYPE, x)],
    "append: idempotencyKey": [
      ["undefined", ...TEXTS],
      (client, idempotencyKey) => client.append("1", TYPE, payload, { idempotencyKey }),
    ],
    "append: parentTurnId": [
      [...OPTIONAL, ...ID],
      (client, parentTurnId) => client.append("1", TYPE, payload, { parentTurnId }),
    ],
    "append: fsRoot": [OPTIONAL, (client, fsRoot) => client.append("1", TYPE, payload, { fsRoot })],
    appendBatch: [["list"], (client, x) => client.appendBatch(x)],
    "appendBatch: a turn": [[], (client, x) => client.appendBatch([x])],
    last: [ID, (client, x) => client.last(x)],
    "last: limit": [OPTIONAL, (client, limit) => client.last("1", { limit })],
    "last: payloads": [["undefined", "boolean"], (client, payloads) => client.last("1", { payloads })],
    before: [ID, (client, x) => client.before(x, "1")],
    "before: turn": [ID, (client, x) => client.before("1", x)],
    range: [ID, (client, x) => client.range(x, 0)],
    "range: depth": [["zero"], (client, x) => client.range("1", x)],
    blob: [[], (client, x) => client.blob(x)],
    "blob: verify": [["undefined", "boolean"], (client, verify) => client.blob(HASH, { verify })],
    putBlob: [[], (client, x) => client.putBlob(x)],
    attachFs: [ID, (client, x) => client.attachFs(x, HASH)],
    "attachFs: root": [[], (client, x) => client.attachFs("1", x)],
    putBundle: [[], (client, x) => client.putBundle(x)],
    "putBundle: bundle_id": [TEXTS, (client, x) => client.putBundle({ ...bundle, bundle_id: x })],
    subscribe: [ID, (client, x) => client.subscribe(x)],
    "subscribe: after": [[...OPTIONAL, ...ID], (client, after) => client.subscribe("1", { after })],
    follow: [ID, (client, x) => client.follow(x, () => {})],
    "follow: onTurn": [["function"], (client, x) => client.follow("1", x)],
    "follow: after": [[...OPTIONAL, ...ID], (client, after) => client.follow("1", () => {}, { after })],
    "follow: registry": [OPTIONAL, (client, registry) => client.follow("1", () => {}, { registry })],
    "follow: bytesRender": [OPTIONAL, (client, bytesRender) => client.follow("1", () => {}, { bytesRender })],
    "follow: expect": [OPTIONS, (client, expect) => client.follow("1", () => {}, { expect })],
    history: [ID, (client, x) => client.history(x)],
    "history: limit": [OPTIONAL, (client, limit) => client.history("1", { limit })],
    "history: registry": [OPTIONAL, (client, registry) => client.history("1", { registry })],
    pages: [ID, (client, x) => client.pages(x)],
    "hello: timeout": [OPTIONAL, (client, timeout) => client.hello({ timeout })],
    "head: timeout": [OPTIONAL, (client, timeout) => client.head("1", { timeout })],
    ...callsWith((client, options) => client.hello(options), "hello"),
    ...callsWith((client, options) => client.createContext("0", options), "createContext"),
    ...callsWith((client, options) => client.fork("1", options), "fork"),
    ...callsWith((client, options) => client.head("1", options), "head"),
    ...callsWith((client, options) => client.append("1", TYPE, payload, options), "append"),
    ...callsWith((client, options) => client.appendBatch([], options), "appendBatch"),
    ...callsWith((client, options) => client.last("1", options), "last"),
    ...callsWith((client, options) => client.before("1", "1", options), "before"),
    ...callsWith((client, options) => client.range("1", 0, options), "range"),
    ...callsWith((client, options) => client.blob(HASH, options), "blob"),
    ...callsWith((client, options) => client.putBlob(payload, options), "putBlob"),
    ...callsWith((client, options) => client.attachFs("1", HASH, options), "attachFs"),
    ...callsWith((client, options) => client.putBundle(bundle, options), "putBundle"),
    ...callsWith((client, options) => client.subscribe("1", options), "subscribe"),
    ...callsWith((client, options) => client.follow("1", () => {}, options), "follow"),
    ...callsWith((client, options) => client.history("1", options), "history"),
    ...callsWith((client, options) => client.pages("1", options), "pages"),
  }),
};

/** The same entry for each of several fields of an object. */
function eachOf(names, prefix, accepted, call) {
  return Object.fromEntries(names.map((name) => [prefix + name, [accepted, (x) => call({ [name]: x })]]));
}

function eachWire(entries) {
  return Object.fromEntries(
    Object.entries(entries).map(([name, [accepted, call]]) => [
      `WireClient.${name}`,
      [accepted, (x) => wire((client) => call(client, x))],
    ]),
  );
}

function callsWith(call, name) {
  return {
    [`${name}: options`]: [OPTIONS, call],
    [`${name}: signal`]: [SIGNAL, (client, signal) => call(client, { signal })],
  };
}

/** Codes of refusals that are not of the argument's type: where there is no page, and of what has a format of its own. */
const CODES = /^(BadRequest|Unprocessable|Unsupported)$/;

for (const [name, [accepted, call]] of Object.entries(ENTRIES)) {
  test(name, async () => {
    for (const [kind, value] of Object.entries(VALUES)) {
      if (accepted.includes(kind)) continue;
      asked = 0;
      const error = await (async () => call(value))().then(
        () => assert.fail(`${kind}: it was taken`),
        (error) => error,
      );
      assert.ok(error instanceof vitrine.VitrineError, `${kind}: ${error?.stack}`);
      assert.match(error.code, CODES, `${kind}: ${error.message}`);
      assert.equal(asked, 0, `${kind}: the host was asked`);
      if (error.code === "BadRequest") assert.match(error.message, /expected .+, found .+|No module is called/s, kind);
    }
  });
}

test("what is accepted works, or reaches for the host", async () => {
  for (const [name, [accepted, call]] of Object.entries(ENTRIES)) {
    for (const kind of accepted) {
      const { code } = await (async () => call(VALUES[kind]))().then(
        () => ({ code: "none" }),
        (error) => error,
      );
      assert.match(String(code), /^(none|DecodeError|Unreachable|FailedDependency)$/, `${name}: ${kind}: ${code}`);
    }
  }
});

test("what functions of the program give", async () => {
  for (const value of [null, 5, 1n, true])
    for (const options of [{ token: () => value }, { fetch: () => value }])
      await assert.rejects(answering(options), {
        name: "VitrineError",
        code: "BadRequest",
        message: /gives: expected/,
      });
  for (const value of [null, 5, 1n, true])
    await assert.rejects(
      wire((client) => client.head("1"), { token: () => value }),
      { name: "VitrineError", code: "BadRequest", message: /gives: expected/ },
    );
});

test("a store in the browser's database says that there is none", async () => {
  const store = vitrine.indexedDbLogStore("log");
  for (const call of [() => store.load(), () => store.save([])])
    await assert.rejects(call, { name: "VitrineError", code: "Unsupported", message: /no IndexedDB here/ });
});

test("a gateway answers whatever it is given", async () => {
  for (const [kind, value] of Object.entries(VALUES)) {
    const answer = await gateway(value);
    assert.equal(answer.status, 400, kind);
    assert.equal((await answer.json()).error.code, "BadRequest", kind);
  }
});

test("an id may be a bigint, a signal null, and options an object of a class", async () => {
  class Options {
    get limit() {
      return 5;
    }
  }
  const urls = [];
  const client = new VitrineClient({
    baseUrl: new URL(baseUrl),
    fetch: async (url) => {
      urls.push(url);
      return new Response('{"contexts": []}', { status: 200 });
    },
  });
  assert.deepEqual(await client.contexts(new Options()), []);
  assert.deepEqual(await client.contexts({ before: 7n, signal: null }), []);
  assert.deepEqual(urls, [`${baseUrl}v1/contexts?limit=5`, `${baseUrl}v1/contexts?before=7`]);
});
