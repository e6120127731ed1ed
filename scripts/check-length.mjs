#!/usr/bin/env node
// A file is one idea. One that has grown past this many lines holds two, and is to be divided.
//
//   node scripts/check-length.mjs [FOLDER]

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sources } from "./lib/files.mjs";
import { root } from "./lib/process.mjs";

const LINES = 450;
const FOLDERS = ["src", "js/src", "host/src", "cli/src", "www/src", "scripts"];
const EXTENSIONS = [".rs", ".ts", ".tsx", ".mjs", ".js", ".css"];

const base = process.argv[2] ?? root;
for (const file of FOLDERS.flatMap((folder) => sources(base, folder, EXTENSIONS))) {
  const lines = readFileSync(join(base, file), "utf8").trimEnd().split("\n").length;
  if (lines <= LINES) continue;
  console.error(`${file}: ${lines} lines; at most ${LINES} are allowed. Divide it by what its parts do.`);
  process.exitCode = 1;
}
