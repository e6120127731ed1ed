// Promise: an option that a call or a constructor does not have is refused with its name, and with those that there are.

import assert from "node:assert/strict";
import test, { before } from "node:test";
import { a2ui, createGateway, documentScope, init, Registry, StateDocument, TurnBatch, VitrineClient } from "vitrine";
import { NOTE } from "../support/notes.mjs";
import { bundle, page } from "../support/page.mjs";

const { WireClient } = await import("vitrine/node");
const baseUrl = "http://host.example";
const payload = new Uint8Array([0x80]);
const HASH = "00".repeat(32);

before(() => init());

const api = () => new VitrineClient({ baseUrl, fetch: () => assert.fail("the host was asked") });
// Nothing listens there, and what is refused asks nobody.
const wire = () => new WireClient({ port: 1, retry: { attempts: 1 } });
const turn = { contextId: "1", type: NOTE, value: payload };

/** What there is, and a call with one more. */
const CALLS = {
  "TurnBatch.decode": [/verify/, (more) => new TurnBatch(page()).decode(0, more)],
  VitrineClient: [/baseUrl, token, fetch/, (more) => new VitrineClient({ baseUrl, ...more })],
  createGateway: [/baseUrl, token, fetch/, (more) => createGateway({ baseUrl, ...more })],
  contexts: [/limit, before, tag, signal/, (more) => api().contexts(more)],
  createContext: [/signal/, (more) => api().createContext("1", more)],
  fork: [/signal/, (more) => api().fork("1", "1", more)],
  append: [/idempotencyKey, parentTurnId, signal/, (more) => api().append("1", NOTE, payload, more)],
  putBundle: [/signal/, (more) => api().putBundle(bundle, more)],
  WireClient: [/host, port, token/, (more) => new WireClient(more)],
  retry: [/attempts, minDelay, maxDelay/, (more) => new WireClient({ retry: more })],
  "WireClient.hello": [/timeout, signal/, (more) => wire().hello(more)],
  "WireClient.createContext": [/timeout, signal/, (more) => wire().createContext("0", more)],
  "WireClient.head": [/timeout, signal/, (more) => wire().head("1", more)],
  "WireClient.append": [/fsRoot, timeout, signal/, (more) => wire().append("1", NOTE, payload, more)],
  "WireClient.appendBatch": [/timeout, signal/, (more) => wire().appendBatch([], more)],
  "a turn of a batch": [/contextId, type, value/, (more) => wire().appendBatch([{ ...turn, ...more }])],
  "WireClient.last": [/limit, payloads, timeout, signal/, (more) => wire().last("1", more)],
  "WireClient.before": [/limit, payloads, timeout, signal/, (more) => wire().before("1", "1", more)],
  "WireClient.range": [/limit, payloads, timeout, signal/, (more) => wire().range("1", 0, more)],
  "WireClient.pages": [/limit, payloads, timeout, signal/, (more) => wire().pages("1", more).next()],
  "WireClient.blob": [/timeout, signal/, (more) => wire().blob(HASH, more)],
  "WireClient.subscribe": [/after, signal/, (more) => wire().subscribe("1", more).next()],
  StateDocument: [/root, shards, path/, (more) => new StateDocument(more)],
  "StateDocument.run": [/stdin, files, now/, (more) => new StateDocument().run([], more)],
  documentScope: [/path, onWrite/, (more) => documentScope(new StateDocument(), { path: "A", ...more })],
  JsonlParser: [/healing, maxLineBytes/, (more) => new a2ui.JsonlParser(more)],
  "WireClient.history": [/an option of ProjectOptions/, (more) => wire().history("1", more).next()],
};

for (const [name, [names, call]] of Object.entries(CALLS))
  test(name, async () => {
    await assert.rejects(
      async () => call({ nope: 1 }),
      (error) => {
        assert.equal(error.code, "BadRequest", String(error));
        assert.match(error.message, names);
        assert.match(error.message, /found "nope"/);
        return true;
      },
    );
  });

test("what is undefined is not given", () => {
  assert.deepEqual(new TurnBatch(page()).decode(0, { nope: undefined })["1"], undefined);
  new VitrineClient({ baseUrl, nope: undefined });
  new WireClient({ nope: undefined }).close();
  new StateDocument({ nope: undefined }).free();
  new a2ui.JsonlParser({ nope: undefined }).free();
  assert.ok(new Registry(bundle));
});
