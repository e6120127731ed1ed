// Promise: in the Studio, the package's gateway runs in a service worker: a context's typed JSON is at an address of the
// Studio's own server, under the Studio's own security policy; only reads get there.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { Stand } from "./support/studio.mjs";

let stand;
before(async () => {
  stand = await Stand.open();
});
after(() => stand.close());

test("typed JSON in a tab of its own, and nothing but reads", async (t) => {
  const { context_id } = await stand.mainContext();
  const page = await stand.visit({ context: context_id });
  const opened = page.context().waitForEvent("page");
  await page.getByRole("button", { name: "Typed JSON of this context" }).click();
  const tab = await opened;
  await tab.waitForLoadState();
  assert.ok(tab.url().startsWith(`${stand.studio.url}/gateway/`), tab.url());
  const { meta, turns } = JSON.parse(await tab.locator("pre").first().textContent());
  assert.equal(meta.context_id, context_id);
  const expected = await stand.client.turns(context_id, { includeUnknown: true });
  assert.deepEqual(
    turns.map(({ turn_id, data }) => ({ turn_id, data })),
    expected.turns.map(({ turn_id, data }) => ({ turn_id, data })),
  );

  const hostile = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html", "access-control-allow-origin": "*" });
    response.end("<script>document.title = 'taken'</script>");
  });
  await new Promise((resolve) => hostile.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    hostile.closeAllConnections();
    hostile.close();
  });
  const address = encodeURIComponent(`http://127.0.0.1:${hostile.address().port}`);
  await tab.goto(`${stand.studio.url}/gateway/${address}/v1/contexts`);
  assert.equal(await tab.evaluate(() => document.contentType), "application/json");
  assert.notEqual(await tab.title(), "taken");

  const before = (await stand.client.contexts({ limit: 1000 })).length;
  await tab.goto(stand.studio.url);
  const answers = await tab.evaluate(async (host) => {
    const path = `/gateway/${encodeURIComponent(host)}/v1/contexts`;
    return [(await fetch(path, { method: "POST", body: "{}" })).status];
  }, stand.host.http);
  assert.deepEqual(answers, [404], "the static server's own answer");
  assert.equal((await stand.client.contexts({ limit: 1000 })).length, before);
});
