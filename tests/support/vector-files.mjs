// The vectors, read from their files.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../vectors", import.meta.url));
const read = (path) => JSON.parse(readFileSync(join(folder, path), "utf8"));
const readAll = (path) =>
  readdirSync(join(folder, path))
    .sort()
    .map((file) => read(join(path, file)));

/** What `runVectors` takes. */
export const vectors = {
  values: readAll("projection"),
  page: read("projection-page.json"),
  registry: readAll("registry").flat(),
  encoding: read("encoding.json"),
};

/** The HTML vectors of all classes. */
export const htmlVectors = readAll("html").flatMap(({ cases }) => cases);

/** The vectors of batches and plans. */
export const uicpVectors = readAll("uicp").flat();

/** The vectors of A2UI's validator. */
export const a2uiRules = { streams: read("a2ui/streams.json"), catalog: read("a2ui/catalog.json") };

/** The vectors of what comes in by A2UI: streams, and what clients send. */
export const a2uiEdgeVectors = { ingress: read("a2ui-ingress.json"), jsonl: read("a2ui-jsonl.json") };

/** The vectors of ClientSim. */
export const simVectors = read("a2ui-sim.json");
