// Promise: the package's types are found and true under every way that TypeScript resolves packages, and the public
// names are those of the contract.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { publint } from "publint";
import { compiles } from "./support/consumer.mjs";
import { root, run, tarball } from "./support/project.mjs";

const attw = join(root, "node_modules/@arethetypeswrong/cli/dist/index.js");

/** Uses every public name as the contract writes it; what must not compile is marked. */
const CONSUMER = `
import {
  blake3, createGateway, encodeTurn, hintFor, init, initSync, projectPayload, Registry, RegistryConflictError, reinit, StateDocument, TurnBatch,
  UICPValidationError, validateBatch, validatePlan, version, VitrineClient, VitrineError, VitrineNotReadyError, VitrinePanicError,
} from "vitrine";
import type { BundleJson, Envelope, ProjectOptions, StateOutcome, TypedTurn, TypeRef, UICPIssue } from "vitrine";
import * as stateEntry from "vitrine/state";
import * as turnsEntry from "vitrine/turns";

export async function use(bytes: Uint8Array, module: WebAssembly.Module, signal: AbortSignal): Promise<void> {
  await init();
  await init({ modules: ["turns"], sources: { turns: new URL("https://example.com/turns.wasm") } });
  // @ts-expect-error there is no such module
  await init({ modules: ["nothing"] });
  initSync({ turns: module });
  await turnsEntry.init("turns.wasm");
  turnsEntry.initSync(module);
  await reinit();
  const versions: { package: string; core: string } = version();

  const bundle: BundleJson = { registry_version: 1, bundle_id: "b", types: {} };
  const registry = new Registry(bundle);
  const status: 201 | 204 = registry.put(JSON.stringify(bundle));
  const id: string | null = registry.bundleId;
  const descriptor: unknown = registry.descriptor("a.B", 1) ?? registry.descriptor("a.B");

  const type: TypeRef = { typeId: "a.B", typeVersion: 1 };
  const options: ProjectOptions = {
    typeHintMode: "explicit", as: type, includeUnknown: true, bytesRender: "view", u64Format: "bigint",
    enumRender: "both", timeRender: "unix_ms", verify: false, expect: { "1": "00" }, detach: true,
    coalesce: { type: "a.Delta", into: "a.B", field: "text" },
  };
  // @ts-expect-error there is no such rendering
  const wrong: ProjectOptions = { bytesRender: "base32" };

  const batch = new TurnBatch(bytes);
  const turns: TypedTurn[] = batch.project(registry, options, { start: 0, end: batch.length });
  const payload: Uint8Array = batch.payload(0);
  const raw: unknown = batch.decode(0);
  batch.free();
  const { data, unknown, warnings } = projectPayload(payload, type, registry, options);
  const encoded: Uint8Array = encodeTurn(type, data ?? {}, registry);
  const hash: Uint8Array = blake3(encoded);

  const client = new VitrineClient({ baseUrl: "http://127.0.0.1:9010", token: async () => "secret", fetch });
  const contexts: { context_id: string; head_turn_id: string; head_depth: number }[] = await client.contexts({ limit: 1, signal });
  const page = await client.turns("1", { limit: 10, beforeTurnId: "7", includeUnknown: true, signal });
  const more: { meta: object; turns: TypedTurn[]; next_before_turn_id: string | null } = page;
  const put: 201 | 204 = await client.putBundle(bundle, { signal });
  const made: string = await client.createContext("7", { signal });
  const forked: string = await client.fork(made, "7");
  const ack: { turn_id: string; depth: number; content_hash: string } = await client.append(
    made, type, { text: "x" }, { idempotencyKey: "k", parentTurnId: "7" },
  );
  const following: Promise<void> = client.follow(made, (turn) => void turn.data, { signal, u64Format: "bigint" });
  const gateway: (request: Request) => Promise<Response> = createGateway({ baseUrl: "/host/", token: "secret", fetch });
  void [forked, ack, following, gateway];

  const checked: Envelope[] = validateBatch("[]");
  const loose: { id?: string; txnId?: string; op: string; params: Record<string, unknown> }[] = checked;
  for (const { op, params } of checked) {
    if (op === "dom.set") void [params.html.length, params.sanitize === false];
    // @ts-expect-error a window has no HTML
    if (op === "window.close") void params.html;
  }
  const plan: { summary: string; risks: string[]; batch: Envelope[]; actorHints: string[] } = validatePlan({});
  const explain = (error: UICPValidationError): [string, string, UICPIssue[]] => [hintFor(error), error.pointer, error.issues];
  const isOne: VitrineError | undefined = [plan].find((each): each is never => each instanceof UICPValidationError);
  void [loose, explain, isOne];

  const document = new StateDocument({ root: "{}", shards: { "a.json": "1" }, path: "state/state.json" });
  const args: readonly string[] = ["chat", "latest"];
  const came: StateOutcome = document.run(args, { stdin: "", files: {}, now: "" });
  const code: 0 | 2 | 3 | 4 | 5 | 7 = came.exitCode;
  const written: { path: string; text: string }[] = came.writes;
  const texts: [string | undefined, Record<string, string>] = [document.root, document.shards];
  document.free();
  const sameDocument: typeof StateDocument = stateEntry.StateDocument;
  void [code, written, texts, sameDocument, came.stdout + came.stderr];

  const same: typeof Registry = turnsEntry.Registry;
  const errors: (typeof VitrineError)[] = [VitrineError];
  const failures: VitrineError[] = [new VitrineNotReadyError("turns"), new VitrinePanicError("turns", "why"), new RegistryConflictError("why")];
  const places: (string | undefined)[] = failures.map((error) => error.pointer);
  void [versions, status, id, descriptor, wrong, turns, raw, unknown, warnings, hash, contexts, more, put, same, errors, places];
}
`;

test("a strict consumer compiles", (t) => compiles(t, CONSUMER));

/** What a service in Node uses, which has no elements. */
const SERVICE = `
import { createGateway, init, initSync, type ProjectOptions, Registry, sanitizeHtml, TurnBatch, type TypedTurn, VitrineClient } from "vitrine";
import { WireClient } from "vitrine/node";

export async function read(page: Uint8Array, file: Uint8Array<ArrayBuffer>, options: ProjectOptions): Promise<TypedTurn[]> {
  initSync({ turns: file });
  await init({ modules: ["turns"], sources: { turns: file.buffer } });
  // @ts-expect-error there is no such option
  await init({ module: "turns" });
  void [createGateway, sanitizeHtml("", {}).html.length, VitrineClient, WireClient];
  return new TurnBatch(page).project(new Registry(), options);
}
`;

test("a strict service compiles that has the library of Node alone", (t) =>
  compiles(t, SERVICE, { lib: ["ES2022"], types: ["node"], typeRoots: [join(root, "node_modules/@types")] }));

test("no declaration says what bytes stand in, which older compilers do not read", () => {
  for (const folder of ["types", "cjs"])
    for (const path of readdirSync(join(root, "pkg", folder), { recursive: true }))
      if (path.endsWith(".d.ts"))
        assert.doesNotMatch(readFileSync(join(root, "pkg", folder, path), "utf8"), /<ArrayBuffer(Like)?>/, path);
});

test("publint has nothing to say", async () => {
  const { messages } = await publint({ pkgDir: join(root, "pkg"), strict: true });
  assert.deepEqual(messages, []);
});

test("attw finds no types that are wrong", async () => {
  // The entries that are files, not modules.
  const files = ["--exclude-entrypoints", "turns.wasm", "html.wasm", "ui.wasm", "state.wasm", "package.json"];
  await run(root, process.execPath, [attw, tarball, ...files]);
});
