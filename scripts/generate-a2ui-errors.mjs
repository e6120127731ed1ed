#!/usr/bin/env node
// Writes docs/a2ui-errors.md and js/src/a2ui/rules.ts from the table in src/a2ui/registry.rs. A native test holds both
// equal to it.
//
//   node scripts/generate-a2ui-errors.mjs

import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./lib/process.mjs";

const HEAD = `<!-- Written by scripts/generate-a2ui-errors.mjs from src/a2ui/registry.rs. -->

# A2UI: codes

What findings, rejections and refused requests are called. \`recovery\` is what a server does about an error unless the application says otherwise: \`FATAL\` sends nothing but safe text, \`SURFACE_FAIL\` sends \`deleteSurface\` and safe text, \`EPOCH_RESET\` builds the surface again under the id of its next epoch, \`SOFT_FAIL\` leaves surfaces as they are. Warnings have no recovery. An application changes recoveries and sentences, and adds codes, with \`a2ui.createErrorRegistry\`.
`;

const MODULE = (rows) => `// Written by scripts/generate-a2ui-errors.mjs from src/a2ui/registry.rs.

import type { ErrorRule } from "./errors.js";

/** The table of codes. */
export const RULES: ErrorRule[] = [
${rows}];
`;

const table = (...flags) => {
  const args = ["run", "--quiet", "--example", "a2ui_errors", "--features", "a2ui", "--", ...flags];
  return execFileSync("cargo", args, { cwd: root, encoding: "utf8" });
};
const rules = join(root, "js/src/a2ui/rules.ts");
writeFileSync(join(root, "docs/a2ui-errors.md"), HEAD + table());
writeFileSync(rules, MODULE(table("--typescript")));
execFileSync(join(root, "node_modules/.bin/biome"), ["format", "--write", rules], { cwd: root });
