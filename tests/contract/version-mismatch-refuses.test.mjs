// Promise: a package and a wasm file that do not belong together refuse each other by name, and the right file is
// welcome afterwards.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import test from "node:test";
import { init, initSync, VitrineError, version } from "vitrine";
import packageJson from "vitrine/package.json" with { type: "json" };

const file = readFileSync(createRequire(import.meta.url).resolve("vitrine/turns.wasm"));
const own = `turns ${packageJson.version}`;

/** The package's own file, with another stamp of the same length. */
function stamped(text) {
  const at = file.lastIndexOf(own);
  assert.ok(at > 0, "the file is stamped");
  assert.equal(text.length, own.length);
  const other = Buffer.from(file);
  other.write(text, at);
  return other;
}

const otherVersion = stamped(own.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)));
const otherModule = stamped(own.replace("turns", "state"));
const notVitrine = Buffer.from([0, 97, 115, 109, 1, 0, 0, 0]);

const mismatch = (found) => (error) => {
  assert.ok(error instanceof VitrineError);
  assert.equal(error.code, "VersionMismatch");
  assert.ok(error.message.includes(own), error.message);
  assert.ok(error.message.includes(found), error.message);
  return true;
};

test("another version", async () => {
  const found = otherVersion.subarray(-own.length).toString();
  assert.notEqual(found, own);
  await assert.rejects(init({ sources: { turns: otherVersion } }), mismatch(found));
  assert.throws(() => initSync({ turns: otherVersion }), mismatch(found));
  assert.throws(() => initSync({ turns: new WebAssembly.Module(otherVersion) }), mismatch(found));
});

test("another module", async () => {
  await assert.rejects(init({ sources: { turns: otherModule } }), mismatch("state"));
});

test("a wasm file of something else", async () => {
  await assert.rejects(init({ sources: { turns: notVitrine } }), mismatch("not Vitrine's"));
});

test("no wasm at all", async () => {
  const page = Buffer.from("<!doctype html>");
  await assert.rejects(init({ sources: { turns: page } }), {
    code: "BadModule",
    message: /turns\.wasm could not be compiled/,
  });
  assert.throws(() => initSync({ turns: page }), { code: "BadModule" });
});

test("a file that is not there", async () => {
  await assert.rejects(init({ sources: { turns: "nowhere/turns.wasm" } }), { code: "Unreachable", message: /nowhere/ });
});

test("a module of no such name", async () => {
  await assert.rejects(init({ modules: ["tunrs"] }), { code: "BadRequest", message: /"tunrs".*turns/ });
});

test("then the right one, from several calls at once", async () => {
  await Promise.all([init(), init({ modules: ["turns"] }), init({ sources: { turns: file } })]);
  assert.deepEqual(version(), { package: packageJson.version, core: packageJson.version });
  initSync({ turns: otherVersion }); // loaded is loaded
  assert.equal(version().core, packageJson.version);
});
