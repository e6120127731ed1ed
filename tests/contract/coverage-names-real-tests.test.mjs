// Promise: docs/coverage.md cannot claim what no test shows.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

const SCRIPT = fileURLToPath(new URL("../../scripts/check-coverage.mjs", import.meta.url));
const SECTION = "GOALS";

// The real page with every row emptied: what it claims today is not this test's matter.
const EMPTY = readFileSync(new URL("../../docs/coverage.md", import.meta.url), "utf8").replace(
  /^\| (?!section|state|built|partly|not )(.+?) \|.*$/gm,
  "| $1 | not yet | |",
);

const FILES = {
  "tests/goals.rs":
    "#[test]\nfn goals_have_titles() {}\n\n#[tokio::test]\nasync fn goals_wait() {}\n\nfn helper() {}\n// fn only_a_comment()\n",
  "tests/goals.test.mjs":
    'test("goals are kept", () => {});\ntest(\n  "goals (all of them) are kept",\n  () => {},\n);\n',
  "docs/goals.md": "# Goals\n",
};

/** Checks the emptied page with one row rewritten. */
function check(row) {
  const line = new RegExp(`^\\| ${SECTION} \\|.*\n`, "m");
  assert.match(EMPTY, line);
  const folder = mkdtempSync(join(tmpdir(), "vitrine-coverage-"));
  try {
    for (const [path, text] of Object.entries({ ...FILES, "docs/coverage.md": EMPTY.replace(line, () => row) })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return spawnSync(process.execPath, [SCRIPT, folder], { encoding: "utf8" });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const ACCEPTED = {
  "a row that claims nothing": "not yet |",
  "a row with a reason": "not ours: the host of another product keeps them |",
  "a Rust test": "built | `tests/goals.rs::goals_have_titles`",
  "an asynchronous Rust test": "built | `tests/goals.rs::goals_wait`",
  "a Node test and a page": "partly | `tests/goals.test.mjs::goals are kept`, `docs/goals.md`; sub-goals to come",
  "a Node test over several lines": "built | `tests/goals.test.mjs::goals (all of them) are kept`",
};

for (const [name, cells] of Object.entries(ACCEPTED)) {
  test(`accepted: ${name}`, () => {
    const { status, stderr } = check(`| ${SECTION} | ${cells} |\n`);
    assert.equal(stderr, "");
    assert.equal(status, 0);
  });
}

const REFUSED = {
  "a file that does not exist": ["built | `tests/none.rs::goals_have_titles`", /tests\/none\.rs, which does not exist/],
  "a Rust test that does not exist": ["built | `tests/goals.rs::goals_have`", /the test "goals_have", which/],
  "a function that is no test": ["built | `tests/goals.rs::helper`", /the test "helper", which/],
  "a test that is only a comment": ["built | `tests/goals.rs::only_a_comment`", /the test "only_a_comment", which/],
  "a Node test that does not exist": ["built | `tests/goals.test.mjs::goals are`", /the test "goals are", which/],
  "a page that does not exist": [
    "partly | `tests/goals.rs::goals_wait` `docs/none.md`",
    /docs\/none\.md, which does not/,
  ],
  "a file outside the project": ["built | `../goals.rs::goals_wait`", /\.\.\/goals\.rs, which does not exist/],
  "a claim without a test": ["built | `docs/goals.md`", /is built and names no test/],
  "part of a claim without a test": ["partly |", /is partly and names no test/],
  "evidence for nothing": ["not yet | `tests/goals.rs::goals_wait`", /is not yet built, but has evidence/],
  "a state that there is not": ["done |", /is "done"; expected built/],
  "no reason": ["not ours: |", /is "not ours:"; expected/],
};

for (const [name, [cells, message]] of Object.entries(REFUSED)) {
  test(`refused: ${name}`, () => {
    const { status, stderr } = check(`| ${SECTION} | ${cells} |\n`);
    assert.match(stderr, message);
    assert.equal(status, 1);
  });
}

test("refused: a section without a row, and a row too many", () => {
  assert.match(check("").stderr, /has 0 rows for "GOALS"/);
  assert.match(check(`| ${SECTION} | not yet | |\n`.repeat(2)).stderr, /has 2 rows for "GOALS"/);
  assert.match(check(`| ${SECTION} | not yet | |\n| PLANS | not yet | |\n`).stderr, /has no section "PLANS"/);
});
