// Promise: after a panic every call throws VitrinePanicError with the panic's own words, until reinit() gives a fresh
// instance; what was made with the old one says that it is stale.

import assert from "node:assert/strict";
import test from "node:test";
import { bundle, page, projected } from "../support/page.mjs";
import { packageWithProbe } from "./support/panic-probe.mjs";

const stale = { name: "VitrineError", code: "StaleHandle", message: /before reinit\(\)/ };

test("a panic", async (t) => {
  const { vitrine, turns } = await packageWithProbe(t);
  const { blake3, init, Registry, reinit, TurnBatch, VitrineClient, VitrinePanicError, version } = vitrine;
  const poisoned = { name: "VitrinePanicError", code: "Panic", message: /the words of the panic.*reinit\(\)/s };

  await init();
  const registry = new Registry(bundle);
  const batch = new TurnBatch(page());
  assert.deepEqual(batch.project(registry), [projected]);

  await t.test("an error is not one", () => {
    assert.throws(() => registry.put("{"), { name: "VitrineError", code: "BadRequest" });
    assert.equal(blake3(new Uint8Array()).length, 32);
  });

  await t.test("poisons the instance", async () => {
    assert.throws(() => turns.call((glue) => glue.panic_probe("the words of the panic")), poisoned);
    assert.throws(() => blake3(new Uint8Array()), poisoned);
    assert.throws(() => version(), poisoned);
    assert.throws(() => new Registry(), poisoned);
    assert.throws(() => new TurnBatch(page()), poisoned);
    assert.throws(() => new VitrineClient({ baseUrl: "http://127.0.0.1:9" }), poisoned);
    assert.throws(() => batch.project(registry), poisoned);
    assert.throws(() => batch.payload(0), poisoned);
    assert.throws(() => registry.bundleId, poisoned);
    batch.free();
    registry.free();
    await init();
    assert.throws(() => blake3(new Uint8Array()), VitrinePanicError, "init() does not heal");
  });

  await t.test("heals by reinit", async () => {
    await reinit();
    assert.equal(Buffer.from(blake3(new Uint8Array())).toString("hex").slice(0, 8), "af1349b9");
    assert.deepEqual(new TurnBatch(page()).project(new Registry(bundle)), [projected]);
  });

  await t.test("leaves handles that know they are stale", () => {
    assert.throws(() => registry.put(bundle), stale);
    assert.throws(() => registry.bundleId, stale);
    assert.throws(() => batch.project(registry), stale);
    assert.throws(() => batch.decode(0), stale);
    assert.throws(() => new TurnBatch(page()).project(registry), stale);
    batch.free();
    registry.free();
    assert.deepEqual(
      new TurnBatch(page()).project(new Registry(bundle)),
      [projected],
      "freeing them frees nothing else",
    );
  });

  await t.test("may happen again", async () => {
    assert.throws(() => turns.call((glue) => glue.panic_probe("another")), { message: /another/ });
    await reinit();
    assert.equal(blake3(new Uint8Array()).length, 32);
  });
});
