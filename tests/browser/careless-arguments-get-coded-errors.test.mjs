// Promise: what needs a page answers careless arguments as everything else does, with a VitrineError that says what was
// expected and found, before anything is in the page. tests/contract has the entries that need none.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "./support/pages.mjs";

test("renderHtml, createIsland, and the options of createAdapter, each by itself", async (t) => {
  const page = await openPage(t);
  const faults = await page.evaluate(async () => {
    const { createAdapter, createIsland, init, renderHtml, VitrineError } = await import("/vitrine/esm/index.js");
    await init();
    const mine = () => {
      throw new Error("mine");
    };
    const values = {
      undefined,
      null: null,
      number: 5,
      NaN: Number.NaN,
      bigint: 1n,
      text: "x",
      boolean: true,
      list: [5],
      object: {},
      symbol: Symbol("s"),
      function: () => undefined,
      "proxy that throws": new Proxy({}, { get: mine, ownKeys: mine }),
      "getter that throws": Object.defineProperty({}, "root", { enumerable: true, get: mine }),
    };
    const root = document.body.appendChild(document.createElement("main"));
    const option = (name) => (value) => createAdapter({ root, [name]: value }).destroy();
    const port = (name, method) => (value) => option(name)({ load: () => [], save() {}, [method]: value });
    const FUNCTION = ["undefined", "function"];
    const entries = {
      "renderHtml: target": [[], (value) => renderHtml(value, "x")],
      "renderHtml: markup": [["text"], (value) => renderHtml(root, value)],
      "renderHtml: mode": [["undefined"], (mode) => renderHtml(root, "", { mode })],
      createIsland: [[], createIsland],
      createAdapter: [[], createAdapter],
      "createAdapter: root": [[], (value) => createAdapter({ root: value })],
      "createAdapter: images": [["undefined"], option("images")],
      "createAdapter: allowOrigins": [["undefined"], option("allowOrigins")],
      "createAdapter: fs": [["undefined"], option("fs")],
      "createAdapter: logStore": [["undefined"], option("logStore")],
      "createAdapter: logStore.load": [["function"], port("logStore", "load")],
      "createAdapter: global": [["undefined"], option("global")],
      "createAdapter: global.save": [["function"], port("global", "save")],
      "createAdapter: a veto that is spelt otherwise": [["undefined"], option("permission")],
    };
    const adapter = createAdapter({ root: document.createElement("main"), onProblem: () => undefined });
    entries.registerWindowLifecycle = [["function"], (value) => adapter.registerWindowLifecycle(value)];
    entries.replay = [[], (value) => adapter.replay(value)];
    entries["state.get"] = [["text"], (value) => adapter.state.get("global", value)];
    entries["state.set"] = [["text"], (value) => adapter.state.set("global", value, 1)];
    const KEPT = ["undefined", "null", "number", "text", "boolean", "list", "object"];
    entries["state.set: value"] = [KEPT, (value) => adapter.state.set("global", "k", value)];
    entries["state.set: inside"] = [
      [...KEPT, "symbol", "function"],
      (value) => adapter.state.set("global", "k", { value, list: [1] }),
    ];
    entries["state.set: a map"] = [[], (value) => adapter.state.set("global", "k", new Map([[1, value]]))];
    for (const name of ["onIntent", "fetch", "permissions", "onProblem", "onEvent"])
      entries[`createAdapter: ${name}`] = [FUNCTION, option(name)];
    // A log is a list; what is in it is judged as a batch is.
    const refusal = (name, kind) => (name === "replay" && kind === "list" ? "Unprocessable" : "BadRequest");
    const faults = [];
    for (const [name, [accepted, call]] of Object.entries(entries)) {
      for (const [kind, value] of Object.entries(values)) {
        let told = "taken";
        try {
          await call(value);
        } catch (error) {
          told = error instanceof VitrineError ? error.code : `${error}`;
          if (!/expected .+, found .+/.test(error.message)) told = `${told} without what was found: ${error.message}`;
        }
        if (told !== (accepted.includes(kind) ? "taken" : refusal(name, kind)))
          faults.push(`${name}: ${kind}: ${told}`);
      }
    }
    if (root.childNodes.length > 1 || root.className !== "") faults.push(root.outerHTML);
    return faults;
  });
  assert.deepEqual(faults, []);
});
