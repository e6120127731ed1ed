// Promise: the command line says how it is used and which version it is when it is asked, and what goes wrong with files
// in one line.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { vitrine } from "../support/command.mjs";

const sample = fileURLToPath(new URL("../../host/examples/sample/bundle.json", import.meta.url));
const manifest = new URL("../node_modules/vitrine/package.json", import.meta.url);

test("help, of the program and of each command", async () => {
  const { stdout: help } = await vitrine("--help");
  assert.match(help, /^Usage: vitrine COMMAND/);
  for (const args of [
    [],
    ["help"],
    ["-h"],
    ...["codegen", "inspect", "gateway", "validate"].map((name) => [name, "--help"]),
  ])
    assert.deepEqual(await vitrine(...args), { code: 0, stdout: help, stderr: "" }, args.join(" "));
  assert.equal((await vitrine("inspect", "7", "-h")).stdout, help);
  assert.equal((await vitrine("cook", "--help")).code, 2, "a command that is none has no help");
});

test("the version", async () => {
  const { version } = JSON.parse(readFileSync(manifest, "utf8"));
  assert.deepEqual(await vitrine("--version"), { code: 0, stdout: `${version}\n`, stderr: "" });
});

test("a file that cannot be written or read is one line", async () => {
  for (const [status, ...args] of [
    [1, "codegen", sample, "--ts", "--out", "/nonexistent/x.ts"],
    [1, "codegen", "/nonexistent/x.json", "--ts"],
    [1, "inspect", "/nonexistent/x"],
    // Its 1 is for what it finds.
    [2, "validate", "uicp", "/nonexistent/x"],
  ]) {
    const { code, stdout, stderr } = await vitrine(...args);
    assert.deepEqual([code, stdout], [status, ""]);
    assert.match(stderr, /^vitrine: NotFound: \/nonexistent\/x.* cannot be (read|written): .*\n$/);
  }
});
