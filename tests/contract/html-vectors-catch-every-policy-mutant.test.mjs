// Promise: the HTML vectors notice when the policy is made worse. Each mutant is a small change of the policy's source
// in a copy of the engine; the native vector test has to fail on it.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../scripts/lib/process.mjs";
import { mutants } from "../support/policy-mutants.mjs";

/** The engine alone needs no dependency, so that a mutant is compiled in a second. */
const MANIFEST = `[package]
name = "vitrine"
version = "0.0.0"
edition = "2021"
[features]
default = ["html"]
html = []
turns = []
wasm = []
[profile.dev]
debug = false
[workspace]
`;
const COPIED = ["src", "tests/html_vectors.rs", "tests/support/html.rs", "tests/vectors/html"];

/** A copy of the engine and its vectors. What cargo made of it the last time stays. */
function copy(name) {
  const folder = join(root, "target/policy-mutants", name);
  mkdirSync(folder, { recursive: true });
  for (const path of COPIED) {
    rmSync(join(folder, path), { recursive: true, force: true });
    cpSync(join(root, path), join(folder, path), { recursive: true });
  }
  writeFileSync(join(folder, "Cargo.toml"), MANIFEST);
  return folder;
}

/** How many vectors fail in a copy, of how many. */
function failing(folder) {
  const env = { ...process.env, CARGO_TARGET_DIR: join(folder, "target"), RUSTFLAGS: "-Awarnings" };
  const args = ["test", "--quiet", "--offline", "--test", "html_vectors"];
  return new Promise((resolve, reject) => {
    execFile("cargo", args, { cwd: folder, env, maxBuffer: 64 << 20 }, (error, stdout, stderr) => {
      if (!error) return resolve(0);
      const count = `${stdout}${stderr}`.match(/^(\d+) of \d+ vectors:/m)?.[1];
      if (count) return resolve(Number(count));
      return reject(new Error(`the vectors did not run:\n${stderr.slice(-3000)}`));
    });
  });
}

function apply(folder, { name, edits }) {
  const before = new Map();
  for (const { file, from, to } of edits) {
    const path = join(folder, "src/html", file);
    const text = readFileSync(path, "utf8");
    if (!before.has(path)) before.set(path, text);
    if (from !== undefined)
      assert.equal(
        text.split(from).length,
        2,
        `"${name}" no longer fits ${file}: expected once ${JSON.stringify(from)}`,
      );
    writeFileSync(path, from === undefined ? to : text.replace(from, () => to));
  }
  return () => {
    for (const [path, text] of before) writeFileSync(path, text);
  };
}

test("the vectors hold without a mutant and fail with each", async (t) => {
  // All of them fit, before any is compiled.
  const fitting = copy("a");
  for (const mutant of mutants) apply(fitting, mutant)();
  const waiting = [...mutants];
  const found = [];
  const lane = async (name) => {
    const folder = copy(name);
    assert.equal(await failing(folder), 0, "the unchanged policy");
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      const restore = apply(folder, mutant);
      found.push({ name: mutant.name, count: await failing(folder) });
      restore();
    }
  };
  await Promise.all([lane("a"), lane("b")]);
  for (const { name, count } of found) t.diagnostic(`${String(count).padStart(4)} vectors fail where ${name}`);
  assert.equal(found.length, mutants.length);
  assert.deepEqual(
    found.filter(({ count }) => count === 0).map(({ name }) => name),
    [],
    "policies that no vector misses",
  );
});
