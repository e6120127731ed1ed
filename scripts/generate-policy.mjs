#!/usr/bin/env node
// Writes what is made from the tables of the HTML policy in src/html/policy: the tables in docs/html.md, between the
// two marks, and js/src/html/tables.ts. A native test holds both equal to the policy.
//
//   node scripts/generate-policy.mjs

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./lib/process.mjs";

const MARKS = ["<!-- policy: written by scripts/generate-policy.mjs -->\n", "<!-- end of policy -->"];

function policy(form) {
  const args = ["run", "--quiet", "--example", "html_policy", "--features", "html", "--", form];
  return execFileSync("cargo", args, { cwd: root, encoding: "utf8" });
}

const page = join(root, "docs/html.md");
const text = readFileSync(page, "utf8");
const [start, end] = [text.indexOf(MARKS[0]) + MARKS[0].length, text.indexOf(MARKS[1])];
writeFileSync(page, `${text.slice(0, start)}\n${policy("markdown")}${text.slice(end)}`);
writeFileSync(join(root, "js/src/html/tables.ts"), policy("typescript"));
