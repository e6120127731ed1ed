// What following a context promises of its end, whichever client it is.

import assert from "node:assert/strict";

/** Follows a context of the turns `a`, `b` and `c`: aborted at once, before it began, and at the first turn. */
export async function endsWhenAborted(client, context) {
  const early = new AbortController();
  const beginning = client.follow(context, assert.fail, { signal: early.signal });
  early.abort();
  await beginning;
  await client.follow(context, assert.fail, { signal: early.signal });
  const controller = new AbortController();
  const seen = [];
  const take = (turn) => {
    seen.push(turn.data.text);
    controller.abort();
  };
  await client.follow(context, take, { after: "0", signal: controller.signal });
  assert.deepEqual(seen, ["a"]);
}
