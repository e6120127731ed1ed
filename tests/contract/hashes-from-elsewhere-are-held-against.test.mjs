// `expect`: hashes that the caller got elsewhere decide, whatever the page says of itself.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import * as vitrine from "vitrine";
import { bundle, page, projected } from "../support/page.mjs";

before(() => vitrine.init());

const project = (options) => new vitrine.TurnBatch(page()).project(new vitrine.Registry(bundle), options)[0];

test("a turn with the hash that was expected is itself, verified also where verify is off", () => {
  const expect = { [projected.turn_id]: projected.content_hash_b3.toUpperCase() };
  assert.deepEqual(project({ expect, verify: false }), projected);
});

test("a turn with another hash is an error with both, and has no data", () => {
  const turn = project({ expect: { [projected.turn_id]: "00".repeat(32) } });
  assert.equal(turn.verified, false);
  assert.equal("data" in turn, false);
  assert.equal(turn.error.code, "DecodeError");
  assert.deepEqual(turn.error.details, { expected: "00".repeat(32), found: projected.content_hash_b3 });
});

test("a turn that is not named passes", () => {
  assert.deepEqual(project({ expect: { 8: "00".repeat(32) } }), projected);
});
