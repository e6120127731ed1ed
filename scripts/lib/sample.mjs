// The sample data: its registry bundle over HTTP, its turns over the wire, as any writer would.

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { program } from "./host.mjs";
import { root, Stop } from "./process.mjs";

const BUNDLE = join(root, "host/examples/sample/bundle.json");

/** Whether a host has any context yet. */
export async function isEmpty(http) {
  const response = await fetch(`${http}/v1/contexts?limit=1`);
  const { contexts } = await response.json();
  return contexts.length === 0;
}

/** Publishes the bundle and writes the turns; resolves to `{contexts, turns}` as the writer reports them. */
export async function writeSample({ wire, http }, options = []) {
  const bundle = readFileSync(BUNDLE, "utf8");
  const id = encodeURIComponent(JSON.parse(bundle).bundle_id);
  const response = await fetch(`${http}/v1/registry/bundles/${id}`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: bundle,
  });
  if (!response.ok) throw new Stop(`The host refused the sample's bundle: ${await response.text()}`);
  const writer = promisify(execFile)(program("examples", "sample"), ["--listen", wire, ...options]);
  const { stdout } = await writer.catch((error) => {
    throw new Stop(`The sample could not be written: ${error.stderr?.trim() || error.message}`);
  });
  return JSON.parse(stdout.trim().split("\n").at(-1));
}
