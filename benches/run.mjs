// `npm run bench -- NAME`: runs one benchmark, prints a table for people and, with --json, one object as the last line.
import { spawnSync } from "node:child_process";
import os from "node:os";
import { fileURLToPath } from "node:url";
import { setup } from "../scripts/setup.mjs";
import { readArguments, UsageError, usage } from "./lib/args.mjs";
import { printTable } from "./lib/table.mjs";

const BENCHMARKS = {
  projection: () => import("./projection/index.mjs"),
  html: () => import("./html/index.mjs"),
  uicp: () => import("./uicp/index.mjs"),
  a2ui: () => import("./a2ui/index.mjs"),
  host: () => import("./host/index.mjs"),
};

// A collection between samples keeps one contestant's garbage out of another's time; it must not also throw away code
// that has not run for a few collections, which a program in steady use keeps.
const ENGINE_FLAGS = ["--expose-gc", "--no-flush-bytecode"];

async function main() {
  const options = readArguments(process.argv.slice(2), Object.keys(BENCHMARKS));
  // The contestants are packages.
  await setup({ only: ["basics", "npm"] });
  const { prepare } = await BENCHMARKS[options.name]();
  const { cases, env: more = {}, close } = await prepare(options);
  const rows = [];
  try {
    for (const bench of cases) rows.push(await bench());
  } finally {
    await close?.();
  }
  printTable(rows);
  if (options.json) {
    const env = { cpu: os.cpus()[0].model, node: process.version, ...more };
    console.log(JSON.stringify({ bench: options.name, env, rows: rows.map(toJson) }));
  }
}

function toJson(row) {
  const peers = Object.fromEntries(row.peers.map((peer) => [peer.name, round(peer.median)]));
  const ours = row.ours ? round(row.ours.median) : null;
  const speedup =
    ours === null ? {} : Object.fromEntries(row.peers.map((p) => [p.name, round(p.median / row.ours.median)]));
  const json = { case: row.case, unit: row.unit, ours, peers, speedup };
  if (row.figures) json.figures = Object.fromEntries(Object.entries(row.figures).map(([k, v]) => [k, round(v)]));
  return json;
}

const round = (value) => Number(value.toPrecision(4));

if (globalThis.gc === undefined) {
  const script = fileURLToPath(import.meta.url);
  const child = spawnSync(process.execPath, [...ENGINE_FLAGS, script, ...process.argv.slice(2)], { stdio: "inherit" });
  process.exitCode = child.status ?? 1;
} else {
  main().catch((error) => {
    console.error(error instanceof UsageError ? `${error.message}\n\n${usage(Object.keys(BENCHMARKS))}` : error);
    process.exitCode = 1;
  });
}
