// Promise: the namespace `a2ui` has the names and types of the contract, and refuses what the contract does not have.

import test from "node:test";
import { compiles } from "./support/consumer.mjs";

/** Uses every name of the namespace as the contract writes it; what must not compile is marked. */
const CONSUMER = `
import { a2ui, init } from "vitrine";

type Recovery = "FATAL" | "SURFACE_FAIL" | "EPOCH_RESET" | "SOFT_FAIL" | null;
interface Finding { code: string; severity: "error" | "warning"; pointer: string; message: string; surfaceId?: string; recovery: Recovery }
interface Rule { code: string; family: string; recovery: string | null; http: number | null; message: string }
interface Item { line: number; message?: object; error?: a2ui.Finding; provisional?: boolean }
type Answer = { ok: true; action: object; repeated: boolean } | { ok: false; code: string; http: number; message: string };

export async function use(bytes: Uint8Array, message: object): Promise<unknown[]> {
  await init({ modules: ["ui"] });
  const validator = a2ui.createValidator({
    mode: "lenient", extended: "vitrine/1", catalog: {}, inlineCatalogs: true, limits: { components: 5000 },
    actions: ["save"], urlSchemes: ["mailto"],
  });
  const findings: Finding[] = [...validator.push(message), ...validator.push("{}"), ...validator.finish()];
  const plain: { push(message: object | string): a2ui.Finding[]; finish(): a2ui.Finding[] } = a2ui.createValidator();
  // @ts-expect-error there is no such mode
  a2ui.createValidator({ mode: "loose" });

  const contents: object[] = a2ui.encodeContents({ a: 1 }, { arrays: "indexMap", nulls: "emptyString" });
  const updates: object[] = a2ui.encodeUpdates("main", { a: { b: { c: 1 } } }, { arrays: "reject" });
  const decoded: Record<string, unknown> = a2ui.decodeContents(contents);
  // @ts-expect-error there is no such strategy
  a2ui.encodeContents({}, { arrays: "drop" });

  const parser: a2ui.JsonlParser = new a2ui.JsonlParser({ healing: true, maxLineBytes: 1024 });
  const items: Item[] = [...parser.push("text"), ...parser.push(bytes), ...parser.end()];
  // @ts-expect-error no chunk
  parser.push(7);

  const sim: a2ui.ClientSim = new a2ui.ClientSim({ mode: "strict", catalog: {}, limits: { components: 5000 } });
  const applied: { changed: string[]; findings: Finding[] } = sim.apply("{}");
  const surfaces: string[] = sim.surfaces();
  const hash: string = sim.stateHash("main");
  const model: unknown = sim.dataModel("main");
  const tree: object | null = sim.resolve("main");
  const snapshot: Uint8Array = sim.snapshot();
  const restored: a2ui.ClientSim = a2ui.ClientSim.restore(snapshot);

  const ingress = a2ui.createIngress({
    actions: { save: { context: { name: { type: "string", required: true, maxLength: 80, enum: ["a"] }, age: "number" }, surfaces: ["main"] } },
    surfaces: { main: { epoch: 1, nonce: "n", rev: 2 } },
    limits: { bodyBytes: 1, contextBytes: 1, contextDepth: 1, contextKeys: 1, remembered: 1, ttlMs: 1 },
    registry: a2ui.createErrorRegistry(),
  });
  const answers: Answer[] = [ingress.accept("{}", Date.now()), ingress.accept(bytes, 0), ingress.acceptForm("a=b", 0)];
  const answer = ingress.accept(bytes, 0);
  if (answer.ok && answer.action.kind === "userAction") void [answer.action.context, answer.action.epoch];
  if (!answer.ok) void [answer.code, answer.http, answer.message, answer.reason];
  // @ts-expect-error there is no such type of value
  a2ui.createIngress({ actions: { save: { context: { name: "text" } } } });

  const registry: readonly Rule[] = a2ui.errorRegistry;
  const own: typeof a2ui.errorRegistry = a2ui.createErrorRegistry({ APP_OWN: { message: "Sorry." } });
  {
    using freed = new a2ui.JsonlParser();
    using also = a2ui.createIngress({ actions: [] });
    void [freed, also];
  }
  validator.free();
  return [findings, plain, updates, decoded, items, applied, surfaces, hash, model, tree, restored, answers, registry, own];
}
`;

test("a strict consumer of the namespace compiles", (t) =>
  compiles(t, CONSUMER, { exactOptionalPropertyTypes: true, lib: ["ES2022", "ESNext.Disposable", "DOM"] }));
