#!/usr/bin/env node
// Holds docs/coverage.md to the truth: every section has its row, every named test and page exists,
// and a row that claims something names a test.
//
//   node scripts/check-coverage.mjs [FOLDER]

import { existsSync, readFileSync } from "node:fs";
import { join, normalize } from "node:path";
import { root } from "./lib/process.mjs";
import { SECTIONS } from "./lib/sections.mjs";

const PAGE = "docs/coverage.md";
const STATES = /^(built|partly|not yet|not ours: .{8,})$/;

const base = process.argv[2] ?? root;
const tables = read(readFileSync(join(base, PAGE), "utf8"));
const faults = [...sections(), ...[...tables.values()].flat().flatMap(row)];
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
if (faults.length === 0) {
  for (const [title, rows] of tables) console.log(`${title}: ${tally(rows)}`);
}

/** The page's tables by title: rows of { line, section, state, evidence }. */
function read(text) {
  const tables = new Map();
  let rows;
  for (const [index, line] of text.split("\n").entries()) {
    const title = line.match(/^## (.+)$/)?.[1];
    if (title) {
      rows = [];
      tables.set(title, rows);
    }
    if (!rows || !line.startsWith("|") || /^\|[\s:|-]+\|$/.test(line)) continue;
    const [section = "", state = "", evidence = "", ...more] = line
      .slice(1, line.lastIndexOf("|"))
      .split("|")
      .map((cell) => cell.trim());
    if (section === "section") continue;
    rows.push({ line: index + 1, section, state, evidence, wide: more.length > 0 });
  }
  return tables;
}

function sections() {
  const found = [];
  for (const [title, wanted] of Object.entries(SECTIONS)) {
    const rows = tables.get(title) ?? [];
    const names = rows.map(({ section }) => section);
    for (const name of wanted) {
      const count = names.filter((each) => each === name).length;
      if (count !== 1) found.push(`${PAGE}: "${title}" has ${count} rows for "${name}"; expected one`);
    }
    for (const { section, line } of rows) {
      if (!wanted.includes(section)) found.push(`${PAGE}:${line}: "${title}" has no section "${section}"`);
    }
  }
  for (const title of tables.keys()) {
    if (!(title in SECTIONS)) found.push(`${PAGE}: no document is called "${title}"`);
  }
  return found;
}

function row({ line, section, state, evidence, wide }) {
  const at = `${PAGE}:${line}: "${section}"`;
  if (wide) return [`${at} has more than three cells`];
  if (!STATES.test(state)) {
    return [`${at} is "${state}"; expected built, partly, not yet, or "not ours: " and a reason`];
  }
  const named = [...evidence.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
  const tests = named.filter((name) => name.includes("::"));
  const found = named.flatMap((name) => missing(name)).map((what) => `${at} names ${what}`);
  if (/^(built|partly)$/.test(state) && tests.length === 0) found.push(`${at} is ${state} and names no test`);
  if (state === "not yet" && named.length > 0) found.push(`${at} is not yet built, but has evidence`);
  return found;
}

/** What is wrong with a piece of evidence: nothing, or one sentence. */
function missing(name) {
  const cut = name.indexOf("::");
  const path = cut < 0 ? name : name.slice(0, cut);
  if (normalize(path).startsWith("..") || !existsSync(join(base, path))) return [`${path}, which does not exist`];
  if (cut < 0) return [];
  const test = name.slice(cut + 2);
  const text = readFileSync(join(base, path), "utf8");
  return (path.endsWith(".rs") ? rustTest : nodeTest)(text, test)
    ? []
    : [`the test "${test}", which ${path} does not hold`];
}

/** A function under a test attribute, or inside proptest!, where the attribute stands the same way. */
function rustTest(text, name) {
  const function_ = new RegExp(
    `#\\[(?:[\\w:]+::)?test\\b[^\\]]*\\]\\s*(?:#\\[[^\\]]*\\]\\s*)*(?:async\\s+)?fn\\s+${escaped(name)}\\s*[(<]`,
  );
  return function_.test(text);
}

function nodeTest(text, name) {
  return new RegExp(`\\b(?:test|it)\\(\\s*(["'\`])${escaped(name)}\\1`).test(text);
}

function escaped(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

function tally(rows) {
  const kinds = ["built", "partly", "not yet", "not ours"];
  return kinds.map((kind) => `${rows.filter(({ state }) => state.startsWith(kind)).length} ${kind}`).join(", ");
}
