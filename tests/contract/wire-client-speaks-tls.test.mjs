// Promise: WireClient speaks TLS with a host whose certificate it can check, subscriptions too, and with no other.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { init, Registry, WireClient } from "vitrine/node";
import { certificate } from "../support/certificate.mjs";
import { NOTE, notes, realHost } from "../support/notes.mjs";

test("a trusted certificate, a stranger's, and none", async (t) => {
  await init();
  const folder = mkdtempSync(join(tmpdir(), "vitrine-tls-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const { cert, key } = certificate();
  writeFileSync(join(folder, "cert.pem"), cert);
  writeFileSync(join(folder, "key.pem"), key);
  const args = ["--tls-cert", join(folder, "cert.pem"), "--tls-key", join(folder, "key.pem")];
  const host = await realHost(t, { args });
  const clientWith = (options) => {
    const retry = { attempts: 1 };
    const client = new WireClient({
      ...host.at,
      registry: new Registry(notes),
      retry,
      connectTimeout: 3000,
      ...options,
    });
    t.after(() => client.close());
    return client;
  };

  const client = clientWith({ tls: { ca: cert } });
  const context = await client.createContext();
  await client.append(context, NOTE, { text: "behind glass" });
  for await (const { batch } of client.subscribe(context)) {
    assert.equal(batch.project(new Registry(notes))[0].data.text, "behind glass");
    break;
  }
  await assert.rejects(clientWith({ tls: true }).head(context), {
    code: "Unreachable",
    message: /self.signed|certificate/,
  });
  await assert.rejects(clientWith({ tls: { ca: certificate().cert } }).head(context), { code: "Unreachable" });
  await assert.rejects(clientWith({}).head(context), { code: "Unreachable" });
});
