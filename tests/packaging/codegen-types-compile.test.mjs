// Promise: what `vitrine codegen` writes compiles under strict TypeScript, whatever a bundle names things, and its types
// are those of what its helpers encode and project.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { promisify } from "node:util";
import { project, root, run, runNode } from "./support/project.mjs";

const tsc = join(root, "node_modules/typescript/bin/tsc");
const bin = (folder) => join(folder, "node_modules/.bin/vitrine");
const execute = promisify(execFile);

const sample = join(root, "host/examples/sample/bundle.json");

const strict = {
  strict: true,
  skipLibCheck: false,
  target: "ES2022",
  lib: ["ES2022", "DOM"],
  types: [],
  module: "NodeNext",
  noUncheckedIndexedAccess: true,
  noUnusedLocals: true,
};
const config = (files) => JSON.stringify({ compilerOptions: strict, files });

/** Names that are words of the language, of the program, of nobody, or an attack. */
const hostile = {
  registry_version: 1,
  bundle_id: "*/ throw 1; /* $& `x` \n // é",
  types: {
    // As JSON has it, a name like any other.
    ["__proto__"]: { versions: { 1: { fields: { 1: { name: '"__proto__": 1', type: "string" } } } } },
    "a.Note": { versions: { 1: { fields: { 1: { name: "text", type: "string" } } } } },
    "b.Note": { versions: { 1: { fields: { 1: { name: "text", type: "string" } } } } },
    "c.note": { versions: { 1: { fields: { 1: { name: "text", type: "string" } } } } },
    Codec: { versions: { 1: { fields: {} }, 10: { fields: {} } } },
    "x.class": { versions: { 1: { fields: { 1: { name: "n", type: "f64" } } } } },
    // Of which each object of the language has one.
    constructor: { versions: { 1: { fields: { 1: { name: "n", type: "f64" } } } } },
    "x.made": { versions: { 1: { fields: { 1: { name: "by", type: "constructor" } } } } },
    漢字: { versions: { 1: { fields: { 1: { name: "n", type: "a.Note" } } } } },
    '"; throw 1; "*/': { versions: { 1: { fields: { 1: { name: '*/"; }', type: "ref", ref: "a.Note" } } } } },
    "9.0": {
      versions: {
        1: {
          fields: {
            1: { name: "gone", type: "bool", tombstone: true },
            2: { name: "deep", type: "array", items: { type: "map", values: { type: "array", items: "u64" } } },
            3: { name: "kinds", type: "array", items: { type: "u8", enum: "Float" } },
            4: { name: "blob", type: "typed_blob" },
            5: { name: "at", type: "uint64", semantic: "unix_ms" },
            6: { name: "__proto__", type: "any" },
            7: { name: "gaps", type: "array", items: { type: "u8", optional: true } },
            8: { name: "maybe", type: "map", values: { type: "string", optional: true } },
            10: { name: "wide", type: "uint64", enum: "Float" },
          },
        },
      },
    },
  },
  enums: {
    Float: { 1: 'a"b', 2: "c\\d\n" },
    "e.Codec": { 1: "x" },
    // What the program takes from the language.
    ...Object.fromEntries(
      ["Record", "com.x.Record", "Pick", "Uint8Array", "Map", "Array"].map((id) => [id, { 1: "a" }]),
    ),
  },
};

const CONSUMER = `
import { init, Registry, type TypedTurn } from "vitrine/turns";
import { bundle, messageTurnV2, type MessageTurnV2, toolCallV1, type Role } from "./sample.js";

await init();
const registry = new Registry(bundle);
const value: MessageTurnV2 = {
  role: "assistant", text: "hello", created_at: "2025-12-19T20:00:00.000Z", labels: { mood: "calm" },
  attachments: null,
};
const payload: Uint8Array = messageTurnV2.encode(value, registry);
const again: MessageTurnV2 = messageTurnV2.project(payload, registry);
const role: Role | number = again.role;
// @ts-expect-error there is no such label
const wrong: MessageTurnV2 = { ...value, role: "robot" };
// @ts-expect-error a required field
const less: MessageTurnV2 = { role: 1 };
// @ts-expect-error a 64-bit integer is a string
toolCallV1.encode({ call_id: 7, tool_name: "x", args: null, created_at: 0 }, registry);

const turn = { decoded_as: { type_id: messageTurnV2.type.typeId, type_version: 2 }, data: again } as unknown as TypedTurn;
if (messageTurnV2.is(turn)) {
  const text: string | null | undefined = turn.data.text;
  console.log(JSON.stringify({ role, text, again, other: toolCallV1.is(turn) }));
}
void [wrong, less];
`;

test("the sample's types compile, and their helpers do what they say", async (t) => {
  const folder = await project(
    t,
    { "use.ts": CONSUMER, "tsconfig.json": config(["use.ts", "sample.ts"]) },
    { type: "module" },
  );
  await run(folder, bin(folder), ["codegen", sample, "--ts", "--out", "sample.ts"]);
  // What must not compile fails at run time as well, if it is reached: only the first of them is.
  await run(folder, process.execPath, [tsc, "-p", "."]);
  const js = readFileSync(join(folder, "use.js"), "utf8").replace(/^toolCallV1\.encode.*$/m, "");
  writeFileSync(join(folder, "use.js"), js);
  assert.deepEqual(await runNode(folder, "use.js"), {
    role: "assistant",
    text: "hello",
    again: {
      role: "assistant",
      text: "hello",
      created_at: "2025-12-19T20:00:00.000Z",
      attachments: null,
      labels: { mood: "calm" },
    },
    other: false,
  });
});

test("no name in a bundle gets out of its place", async (t) => {
  const use = `
import * as made from "./hostile.js";
const nine: made.T0V1 = { deep: [{ a: ["18446744073709551615"] }], kinds: ["a\\"b", 7], blob: "AA==", at: 5, ["__proto__"]: 1, gaps: [1, null], maybe: { a: null }, wide: "18446744073709551615" };
const label: made.T0V1["wide"] = "a\\"b";
// @ts-expect-error neither a label nor a number
const word: made.T0V1["wide"] = "word";
const one: made.NoteV1 = { text: "x" };
const two: made.BNoteV1 = one;
const three: made.CNoteV1 = two;
const by: number | string | undefined = ({ by: { n: 1 } } satisfies made.MadeV1).by.n;
const record: made.Record_2 = "a";
const other: made.XRecord = record;
void [nine, three, other, label, word, by];
`;
  const files = { "use.ts": use, "hostile.json": JSON.stringify(hostile), "tsconfig.json": config(["use.ts"]) };
  const folder = await project(t, files, { type: "module" });
  const program = await run(folder, bin(folder), ["codegen", "hostile.json", "--ts"]);
  writeFileSync(join(folder, "hostile.ts"), program);
  await run(folder, process.execPath, [tsc, "-p", "."]);
  const known = 'const { bundle } = await import("./hostile.js"); console.log(JSON.stringify(bundle))';
  const printed = await run(folder, process.execPath, ["--input-type=module", "-e", known]);
  assert.equal(printed.trim(), JSON.stringify(hostile), "the bundle is there, whole");
  assert.doesNotMatch(program, /^ {2}gone/m, "a tombstone is no member");
});

/** As a host merges two, with keys that no reader knows and members that are as good as not there. */
const merged = {
  registry_version: 1,
  bundle_id: "newest",
  comment: "of the host",
  merged: { "mg.Turn": { 1: { "mg.Part": 1 } } },
  types: {
    "mg.Part": {
      versions: {
        1: { fields: { 1: { name: "first", type: "u8" } } },
        2: { fields: { 1: { name: "second", type: "u8", enum: null } } },
      },
    },
    "mg.Turn": {
      versions: {
        1: {
          fields: {
            1: { name: "part", type: "ref", ref: "mg.Part" },
            2: { name: "parts", type: "array", items: "mg.Part" },
          },
        },
        2: { fields: { 1: { name: "part", type: "ref", ref: "mg.Part" } } },
      },
    },
  },
  enums: null,
};

test("a merged bundle's nested types are of the versions that projection reads them by", async (t) => {
  const use = `
import { init, Registry } from "vitrine/turns";
import { bundle, type PartV2, turnV1, type TurnV1, turnV2, type TurnV2 } from "./merged.js";

await init();
const registry = new Registry(bundle);
const old: TurnV1 = { part: { first: 1 }, parts: [{ first: 2 }] };
const part: PartV2 = { second: 3 };
const now: TurnV2 = { part };
const number: number = part.second;
// @ts-expect-error of the version after
const wrong: TurnV1 = { part, parts: [] };
void [number, wrong];
const shown = [
  turnV1.project(turnV1.encode(old, registry), registry),
  turnV2.project(turnV2.encode(now, registry), registry),
];
console.log(JSON.stringify(shown));
`;
  const files = { "use.ts": use, "merged.json": JSON.stringify(merged), "tsconfig.json": config(["use.ts"]) };
  const folder = await project(t, files, { type: "module" });
  await run(folder, bin(folder), ["codegen", "merged.json", "--ts", "--out", "merged.ts"]);
  await run(folder, process.execPath, [tsc, "-p", "."]);
  assert.deepEqual(await runNode(folder, "use.js"), [
    { part: { first: 1 }, parts: [{ first: 2 }] },
    { part: { second: 3 } },
  ]);
});

test("what is no bundle is refused, with the place", async (t) => {
  const folder = await project(t, {
    "bad.json":
      '{"registry_version":1,"bundle_id":"b","types":{"a.B":{"versions":{"1":{"fields":{"1":{"name":"x","type":"u7"}}}}}}}',
  });
  const fails = async (args, code, message) => {
    const failure = await execute(bin(folder), args, { cwd: folder }).then(
      () => assert.fail("it passed"),
      (error) => error,
    );
    assert.equal(failure.code, code, failure.stderr);
    assert.match(failure.stderr, message);
  };
  await fails(["codegen", "bad.json", "--ts"], 1, /Conflict: .*u7/);
  await fails(["codegen", "none.json", "--ts"], 1, /NotFound: none\.json/);
  await fails(["codegen", "bad.json"], 2, /--ts/);
  await fails(["codegen", "--ts"], 2, /BUNDLE\.json/);
  await fails(["cook"], 2, /gateway, codegen, inspect, validate; found cook/);
});
