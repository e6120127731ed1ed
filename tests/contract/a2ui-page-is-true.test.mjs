// Promise: every example of docs/a2ui.md does what the page says.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { vitrine } from "../support/command.mjs";

const page = readFileSync(new URL("../../docs/a2ui.md", import.meta.url), "utf8");

/** The fenced blocks of a language. */
function blocks(language) {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms"))].map(([, code]) => code);
}

/** A folder beside the package, so that a module in it finds it. */
function folder(t) {
  const path = mkdtempSync(fileURLToPath(new URL("../page-", import.meta.url)));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

test("the examples in JavaScript, one after the other", async (t) => {
  let claims = 0;
  const code = blocks("js")
    .join("\n")
    .replace(/^(.+); \/\/ → (.+)$/gm, (_, expression, value) => {
      claims += 1;
      return `assert.deepEqual(${expression}, ${value});`;
    });
  assert.ok(claims > 12, `only ${claims} claims`);
  const file = join(folder(t), "page.mjs");
  writeFileSync(file, `import assert from "node:assert/strict";\n${code}`);
  await import(pathToFileURL(file));
});

test("the command", async (t) => {
  const [stream] = blocks("jsonl");
  const [session] = blocks("console");
  const [, words, output] = /^\$ vitrine ([^\n]+)\n(.*)$/s.exec(session);
  const file = join(folder(t), "card.jsonl");
  writeFileSync(file, stream);
  const { code, stdout } = await vitrine(...words.replace("card.jsonl", file).split(" "));
  assert.equal(stdout.replaceAll(file, "card.jsonl"), output);
  assert.equal(code, 1);
});
