// Promise: what the READMEs and pages show of the package compiles against the package: no name, option or field is wrong.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { compiles } from "./support/consumer.mjs";
import { root } from "./support/project.mjs";

/** What the examples take from the program around them. */
const AROUND = `
declare const bundle: import("vitrine").BundleJson, bytes: Uint8Array, id: string, signal: AbortSignal, stream: AsyncIterable<Uint8Array>;
declare const text: string, markup: string, markupFromAnAgent: string, batchFromAnAgent: unknown;
declare const chat: { send(text: string, more?: object): void; system(text: string): void; onReply(then: (text: string) => void): void };
declare const stopButton: HTMLButtonElement, unlockButton: HTMLButtonElement;
declare function toast(text: string | undefined): void;
declare function save(path: string, text: string): Promise<void>;
declare function show(turn: import("vitrine").TypedTurn): void;
declare const client: import("vitrine").VitrineClient;
export {};
`;

/** The examples, each in a block of its own, its imports before all. */
function program(path) {
  const blocks = [...readFileSync(path, "utf8").matchAll(/^```[jt]s\n(.*?)^```/gms)].map(([, code]) => code);
  const examples = blocks.map((code, number) => {
    const imports = code.match(/^import .*$/gm) ?? [];
    const body = code.replace(/^import .*$/gm, "");
    const named = imports.map((line) =>
      line.replace(/^import (\{.*?\}) from (".*?");.*$/, (_, names, from) => {
        return `const ${names.replaceAll(" as ", ": ")} = await import(${from});`;
      }),
    );
    return `export async function example${number}() {\n${named.join("\n")}\n${body}}\n`;
  });
  assert.ok(examples.length > 0, path);
  return AROUND + examples.join("\n");
}

const options = {
  strict: false,
  lib: ["ES2022", "DOM", "DOM.Iterable"],
  types: ["node"],
  typeRoots: [join(root, "node_modules/@types")],
};

for (const page of ["README.md", "pkg-templates/README.md", "docs/uicp.md", "docs/state.md"])
  test(page, (t) => compiles(t, program(join(root, page)), options));
