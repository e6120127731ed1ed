#!/usr/bin/env node
// Writes down the tables of A2UI: docs/a2ui-errors.md and js/src/a2ui/rules.ts from src/a2ui/registry.rs, and
// benches/a2ui/catalog.json, the schemas of the benchmark's peer, from src/a2ui/v0_8/standard.rs. A native test holds
// all three equal to the code.
//
//   node scripts/generate-a2ui.mjs

import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./lib/process.mjs";

const HEAD = `<!-- Written by scripts/generate-a2ui.mjs from src/a2ui/registry.rs. -->

# A2UI: codes

What findings, rejections and refused requests are called. \`recovery\` is what a server does about an error unless the application says otherwise: \`FATAL\` sends nothing but safe text, \`SURFACE_FAIL\` sends \`deleteSurface\` and safe text, \`EPOCH_RESET\` builds the surface again under the id of its next epoch, \`SOFT_FAIL\` leaves surfaces as they are. Warnings have no recovery. An application changes recoveries and sentences, and adds codes, with \`a2ui.createErrorRegistry\`.
`;

const MODULE = (lines) => `// Written by scripts/generate-a2ui.mjs from src/a2ui/registry.rs.

/** The table of codes, a row a line: code, family, recovery, HTTP status, sentence for people, what to do. */
export const RULES = \`
${lines}\`;
`;

const example = (name, ...flags) => {
  const args = ["run", "--quiet", "--example", name, "--features", "a2ui", "--", ...flags];
  return execFileSync("cargo", args, { cwd: root, encoding: "utf8" });
};
const rules = join(root, "js/src/a2ui/rules.ts");
const catalog = join(root, "benches/a2ui/catalog.json");
writeFileSync(join(root, "docs/a2ui-errors.md"), HEAD + example("a2ui_errors"));
writeFileSync(rules, MODULE(example("a2ui_errors", "--lines")));
writeFileSync(catalog, example("a2ui_catalog"));
execFileSync(join(root, "node_modules/.bin/biome"), ["format", "--write", rules, catalog], { cwd: root });
