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
  const answer = await tab.goto(`${stand.studio.url}/gateway/${address}/v1/contexts`);
  assert.ok(answer.fromServiceWorker());
  assert.equal(answer.headers()["x-content-type-options"], "nosniff");
  assert.equal(await tab.evaluate(() => document.contentType), "application/json");
  assert.notEqual(await tab.title(), "taken");

  // A form is the one write that a page of another origin may send there; so may a page that the worker looks after.
  const before = (await stand.client.contexts({ limit: 1000 })).length;
  const contexts = `${stand.studio.url}/gateway/${encodeURIComponent(stand.host.http)}/v1/contexts`;
  await tab.goto(contexts);
  assert.ok(await tab.evaluate(() => navigator.serviceWorker.controller !== null));
  const written = await tab.evaluate(
    async (path) => (await fetch(path, { method: "POST", body: "{}" })).status,
    contexts,
  );
  assert.equal(written, 404, "the static server's own answer");
  await tab.goto(`http://127.0.0.1:${hostile.address().port}/`);
  const landed = tab.waitForResponse(contexts);
  await tab.evaluate((action) => {
    const form = document.createElement("form");
    form.method = "post";
    form.action = action;
    document.body.append(form);
    form.submit();
  }, contexts);
  const posted = await landed;
  assert.deepEqual([posted.request().method(), posted.status()], ["POST", 404]);
  assert.equal((await stand.client.contexts({ limit: 1000 })).length, before);
});
