// A type to write turns of, and a real host to write them to.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startHost } from "../../scripts/lib/host.mjs";

/** A type with a role and a text. */
export const NOTE = { typeId: "com.example.Note", typeVersion: 1 };

/** The bundle that describes it. */
export const notes = {
  registry_version: 1,
  bundle_id: "notes-1",
  types: {
    [NOTE.typeId]: {
      versions: { 1: { fields: { 1: { name: "role", type: "string" }, 2: { name: "text", type: "string" } } } },
    },
  },
};

/** A host over an empty folder; both go with the test. `at` is where its wire listens, as a client takes it. */
export async function realHost(t, options = {}) {
  const data = options.data ?? mkdtempSync(join(tmpdir(), "vitrine-host-"));
  const host = await startHost({ ...options, data });
  const [name, port] = host.wire.split(":");
  t.after(async () => {
    await host.stop();
    rmSync(data, { recursive: true, force: true });
  });
  return { ...host, data, at: { host: name, port: Number(port) } };
}
