// Promise: a module loads from what a call names for it, whatever became of other calls; what is no source and no option is
// refused as such. A file on the disk needs no fetch, which takes Node longer to load than all the rest.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import test from "node:test";
import * as vitrine from "vitrine";
import * as state from "vitrine/state";

const bytes = readFileSync(createRequire(import.meta.url).resolve("vitrine/state.wasm"));

test("what is no source or option is BadRequest", async () => {
  for (const wrong of [null, 5, "turns", [], () => {}]) {
    await assert.rejects(vitrine.init(wrong), { code: "BadRequest" });
    assert.throws(() => vitrine.initSync(wrong), { code: "BadRequest" });
  }
  assert.throws(() => vitrine.initSync(), { code: "BadRequest" });
  for (const modules of ["turns", 5, ["turn"], [1n], [Symbol("turns")]])
    await assert.rejects(vitrine.init({ modules }), { code: "BadRequest" });
  await assert.rejects(vitrine.init({ modules: ["turns"], sources: { turn: bytes } }), {
    code: "BadRequest",
    message: /"turn".*turns, ui, state/,
  });
  for (const source of [5, {}, { state: bytes }, () => {}]) {
    await assert.rejects(state.init(source), { code: "BadRequest", message: /expected a URL, a Response, bytes or/ });
    assert.throws(() => state.initSync(source), { code: "BadRequest" });
  }
});

test("a call is not told of another one's source", async () => {
  const outcomes = await Promise.allSettled([
    state.init("/nowhere"),
    state.init("/nowhere"),
    state.init(bytes),
    state.init("/no/where/else"),
    state.init(),
  ]);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ["rejected", "rejected", "fulfilled", "fulfilled", "fulfilled"],
  );
  assert.equal(outcomes[0].reason, outcomes[1].reason);
  assert.equal(outcomes[0].reason.code, "Unreachable");
});

for (const entry of ["vitrine", "vitrine/turns", "vitrine/html", "vitrine/state"]) {
  test(`${entry} is ready without Node's fetch`, () => {
    const program = `
      const fetched = () => process.moduleLoadList.filter((name) => name.includes("undici")).length;
      const before = fetched();
      await (await import("${import.meta.resolve(entry)}")).init();
      const after = fetched();
      Response;
      console.log(JSON.stringify({ before, after, named: fetched() }));`;
    const output = execFileSync(process.execPath, ["--input-type=module", "--eval", program], { encoding: "utf8" });
    const { before, after, named } = JSON.parse(output);
    assert.equal(after, before);
    assert.ok(named > after, "the list does not tell");
  });
}
