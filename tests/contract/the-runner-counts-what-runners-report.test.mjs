// Promise: `npm test` sums up what cargo and Node report, a skipped test included.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { Summary } from "../../scripts/lib/summary.mjs";

function summed(text) {
  const summary = new Summary();
  for (const line of text.split("\n")) summary.read(line);
  return { ...summary };
}

test("cargo's results are added up over all its binaries", () => {
  const text = [
    "test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s",
    "test result: \x1b[31mFAILED\x1b[0m. 3 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s",
    "a line that says: test result: ok. 9 passed; 0 failed; 0 ignored",
  ].join("\n");
  assert.deepEqual(summed(text), { passed: 15, failed: 2, skipped: 1 });
});

test("what this Node really prints is counted", () => {
  const folder = mkdtempSync(join(tmpdir(), "vitrine-summary-"));
  try {
    const file = join(folder, "some.test.mjs");
    writeFileSync(
      file,
      'import test from "node:test";\n' +
        'test("one", () => {});\ntest("two", () => {});\n' +
        'test("three", () => { throw new Error("no"); });\n' +
        'test("four", { skip: true }, () => {});\ntest("five", { todo: true }, () => {});\n',
    );
    // Inside a test, Node would report to this process's runner instead of printing.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    for (const reporter of ["spec", "tap"]) {
      const run = spawnSync(process.execPath, ["--test", `--test-reporter=${reporter}`, file], {
        encoding: "utf8",
        env,
      });
      assert.deepEqual(summed(run.stdout), { passed: 2, failed: 1, skipped: 2 }, reporter);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
