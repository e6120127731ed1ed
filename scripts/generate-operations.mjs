#!/usr/bin/env node
// Writes the table of operations in docs/uicp.md, between the two marks, from the declarations in src/uicp/operations.rs.
// A native test holds it equal to them.
//
//   node scripts/generate-operations.mjs

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./lib/process.mjs";

const MARKS = ["<!-- operations: written by scripts/generate-operations.mjs -->\n", "<!-- end of operations -->"];

const args = ["run", "--quiet", "--example", "uicp_operations", "--features", "uicp"];
const table = execFileSync("cargo", args, { cwd: root, encoding: "utf8" });
const page = join(root, "docs/uicp.md");
const text = readFileSync(page, "utf8");
const [start, end] = [text.indexOf(MARKS[0]) + MARKS[0].length, text.indexOf(MARKS[1])];
writeFileSync(page, `${text.slice(0, start)}\n${table}\n${text.slice(end)}`);
