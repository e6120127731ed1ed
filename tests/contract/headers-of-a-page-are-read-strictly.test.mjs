// Promise: what a page says of itself in its headers is read strictly, and comes back in the form that the contract gives it.

import assert from "node:assert/strict";
import test, { before } from "node:test";
import { init, VitrineClient } from "vitrine/turns";
import { bundle, page } from "../support/page.mjs";

before(() => init());

/** A page whose headers are these, as a client reads it. */
function read(more, contextId = "1") {
  const headers = { "vitrine-head": "7", "vitrine-head-depth": "0", "vitrine-bundle": bundle.bundle_id, ...more };
  const answers = (url) =>
    url.includes("/registry")
      ? Response.json(bundle)
      : new Response(page(), { headers: { "content-type": "application/vnd.vitrine.turns", ...headers } });
  const client = new VitrineClient({ baseUrl: "http://host.example", fetch: async (url) => answers(url) });
  return client.turns(contextId);
}

test("ids and depths that are none are a DecodeError with the header's name", async () => {
  const numbers = ["x", "-1", "1.5", "0x7", "07", "1e3", " ", "../x", "18446744073709551616"];
  const wrong = {
    "vitrine-head": numbers,
    "vitrine-head-depth": numbers,
    "vitrine-next-before": [...numbers, "0", "null"],
  };
  for (const [name, values] of Object.entries(wrong))
    for (const value of values) {
      const message = new RegExp(`expected a whole number .*in ${name}, found`);
      if (value.trim() !== "" || name !== "vitrine-next-before")
        await assert.rejects(read({ [name]: value }), { code: "DecodeError", message }, `${name}: ${value}`);
    }
});

test("those that are come as they are", async () => {
  const most = "18446744073709551615";
  const { meta, next_before_turn_id } = await read({ "vitrine-head": most, "vitrine-next-before": most });
  assert.deepEqual([meta.head_turn_id, meta.head_depth, next_before_turn_id], [most, 0, most]);
  const empty = await read({ "vitrine-head": "0" });
  assert.deepEqual([empty.meta.head_turn_id, empty.next_before_turn_id], ["0", null]);
});

test("an id that was given as a bigint comes back as a string", async () => {
  const found = await read({}, 6n);
  assert.equal(JSON.parse(JSON.stringify(found)).meta.context_id, "6");
});
