#!/usr/bin/env node
// `npm test`: sets the machine up, then runs every stage, also after one has failed, except those that
// need what it would have made. Ends with a table and the sum of what the test runners reported.
//
//   npm test -- [--only lint,native,build,types,contract,packaging,browser]

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { root, Stop } from "./lib/process.mjs";
import { STAGES, strays } from "./lib/stages.mjs";
import { Summary, withoutEscapes } from "./lib/summary.mjs";
import { setup } from "./setup.mjs";

const plain = Boolean(process.env.CI) || !process.stdout.isTTY;
const env = plain
  ? { ...process.env, NO_COLOR: "1", TERM: "dumb", CARGO_TERM_COLOR: "never", CARGO_TERM_PROGRESS_WHEN: "never" }
  : { ...process.env, FORCE_COLOR: "1", CARGO_TERM_COLOR: "always" };

try {
  const chosen = choose(process.argv.slice(2));
  heading("set-up");
  await setup({ only: [...new Set(chosen.flatMap((stage) => stage.setup))] });
  const results = [];
  for (const stage of chosen) results.push(await runStage(stage, results));
  process.exitCode = report(results);
} catch (error) {
  console.error(error instanceof Stop ? `\n${error.message}` : error);
  process.exitCode = 1;
}

function choose(args) {
  if (args.length === 0) return STAGES;
  if (args[0] !== "--only" || args.length !== 2) {
    throw new Stop(`Expected --only STAGE[,STAGE...], found: ${args.join(" ")}`);
  }
  const names = args[1].split(",");
  const unknown = names.filter((name) => !STAGES.some((stage) => stage.name === name));
  if (unknown.length > 0) {
    throw new Stop(`No stage is called ${unknown.join(", ")}. There are: ${STAGES.map(({ name }) => name).join(", ")}`);
  }
  return STAGES.filter(({ name }) => names.includes(name));
}

/** Runs one stage; its result says `ok`, what went wrong, and what its tests reported. */
async function runStage(stage, before) {
  heading(stage.name);
  const started = Date.now();
  const summary = new Summary();
  const problems = [];
  const missing = (stage.needs ?? []).filter((need) =>
    before.some(({ name, problems }) => name === need && problems.length > 0),
  );
  if (missing.length > 0) {
    problems.push(`not run: it needs ${missing.join(", ")}, which failed`);
  } else {
    for (const command of stage.commands()) {
      console.log(`\n$ ${command.title}`);
      const code = await run(command, summary);
      if (code !== 0) problems.push(`${command.title}: exit code ${code}`);
    }
    if (stage.tests && summary.passed + summary.failed === 0) problems.push("no test ran");
    if (summary.skipped > 0) problems.push(`${summary.skipped} tests were skipped; a test runs or goes`);
    if (stage.name === "contract")
      problems.push(...strays().map((file) => `${file} lies in no stage's folder: it would never run`));
  }
  const seconds = (Date.now() - started) / 1000;
  for (const problem of problems) console.log(`\n✗ ${stage.name}: ${problem}`);
  if (problems.length === 0) console.log(`\n✓ ${stage.name} in ${seconds.toFixed(1)} s`);
  return { name: stage.name, problems, seconds, passed: summary.passed, failed: summary.failed };
}

/** Runs a command, shows its output as it comes, and lets the summary read it. */
function run({ command, args, env: extra }, summary) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env: { ...env, ...extra }, stdio: ["ignore", "pipe", "pipe"] });
    const drained = Promise.all([
      eachLine(child.stdout, (line) => {
        console.log(line);
        summary.read(line);
      }),
      eachLine(child.stderr, (line) => console.error(line)),
    ]);
    child.on("error", (error) => {
      console.error(`${command}: ${error.message}`);
      resolve(127);
    });
    child.on("close", (code) => drained.then(() => resolve(code ?? 1)));
  });
}

function eachLine(input, take) {
  const lines = createInterface({ input });
  lines.on("line", (line) => take(plain ? withoutEscapes(line) : line));
  return new Promise((resolve) => lines.on("close", resolve));
}

/** Prints the table and the sum; the exit code is its value. */
function report(results) {
  heading("result");
  for (const { name, problems, seconds, passed, failed } of results) {
    const tests = passed + failed > 0 ? `${passed} passed, ${failed} failed` : "";
    console.log(`${problems.length > 0 ? "✗" : "✓"} ${name.padEnd(10)} ${seconds.toFixed(1).padStart(7)} s  ${tests}`);
    for (const problem of problems) console.log(`    ${problem}`);
  }
  // A stage that fails without a failing test (a lint, a build) counts as one failure.
  const passed = results.reduce((sum, each) => sum + each.passed, 0);
  const failed = results.reduce((sum, each) => sum + Math.max(each.failed, each.problems.length > 0 ? 1 : 0), 0);
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}

function heading(text) {
  console.log(`\n━━ ${text} ${"━".repeat(Math.max(0, 76 - text.length))}`);
}
