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

/** The scripts of commands on state documents. */
export const stateVectors = readAll("state").flat();
