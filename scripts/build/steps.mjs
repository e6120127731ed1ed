// Steps that know when they have nothing to do: the inputs of each are hashed, and the hash of its last
// success is kept. By content, not by time: a checkout or a merge touches files without changing them.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { root } from "../lib/process.mjs";

const STATE = join(root, "target/build/steps.json");
const SCRIPTS = join(root, "scripts/build");

export class Steps {
  #done = readState();

  /**
   * Runs `run` unless `inputs` (files and folders), `settings` (any JSON) and the build's own scripts are as at its
   * last success and all `outputs` exist. `sizes` are files whose sizes are worth a line.
   */
  async step(title, { inputs, settings, outputs, sizes = [] }, run) {
    const hash = hashOf([SCRIPTS, ...inputs], settings);
    if (this.#done[title] === hash && outputs.every((path) => existsSync(path))) {
      console.log(`${title}: up to date`);
      return;
    }
    const started = performance.now();
    delete this.#done[title];
    console.log(`${title} …`);
    await run();
    this.#done[title] = hash;
    mkdirSync(dirname(STATE), { recursive: true });
    writeFileSync(STATE, `${JSON.stringify(this.#done, null, 2)}\n`);
    console.log(`${title}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
    for (const path of sizes) console.log(`      ${sizeLine(path)}`);
  }
}

/** The files of a folder, at any depth, in a fixed order; of a file: itself. */
export function filesUnder(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesUnder(join(path, name)));
}

/** The number of bytes of `path` in brotli at its best, as servers send it. */
export function brotli(path) {
  return brotliCompressSync(readFileSync(path)).length;
}

function sizeLine(path) {
  const bytes = (count) => `${count.toLocaleString("en")} bytes`;
  return `${relative(root, path)}: ${bytes(statSync(path).size)}, ${bytes(brotli(path))} in brotli`;
}

function hashOf(inputs, settings) {
  const hash = createHash("sha256").update(JSON.stringify(settings ?? null));
  for (const path of inputs.flatMap(filesUnder)) {
    const content = readFileSync(path);
    hash.update(`\n${relative(root, path)} ${content.length}\n`).update(content);
  }
  return hash.digest("hex");
}

function readState() {
  try {
    return JSON.parse(readFileSync(STATE, "utf8"));
  } catch {
    return {};
  }
}
