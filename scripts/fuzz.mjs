#!/usr/bin/env node
// `npm run fuzz`: random cases for as long as you like. Half of the time goes to the parsers natively (fuzz/), the other
// half to markup in Chromium. A failing case is shown with the seed that makes it again.
//
//   npm run fuzz -- [html|http|turns|html_sanitize,…] [--minutes N] [--seed S]

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { build } from "./build.mjs";
import { root, Stop } from "./lib/process.mjs";
import { setup } from "./setup.mjs";

const BATCH = 200;

try {
  const { names, seed, seconds } = read();
  const inChromium = names.split(",").some((name) => name.startsWith("html"));
  await setup({ only: ["basics"] });
  console.log(`seed ${seed}`);
  native(names, seed, inChromium ? seconds / 2 : seconds);
  if (inChromium) await chromium(seed, seconds / 2);
} catch (error) {
  console.error(error instanceof Stop ? error.message : error);
  process.exitCode = 1;
}

function read() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { minutes: { type: "string", default: "10" }, seed: { type: "string" } },
  });
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
  const seconds = Number(values.minutes) * 60;
  if (positionals.length > 1 || !Number.isInteger(seed) || !(seconds >= 0)) {
    throw new Stop("Expected [TARGET,…] [--minutes N] [--seed WHOLE NUMBER]");
  }
  return { names: positionals[0] ?? "html,http,turns", seed, seconds };
}

function native(names, seed, seconds) {
  const args = ["run", "--release", "--quiet", "--bin", "random", "--", names, String(seed), String(seconds)];
  const env = { ...process.env, CARGO_TARGET_DIR: join(root, "target/fuzz") };
  const { status } = spawnSync("cargo", args, { cwd: join(root, "fuzz"), env, stdio: "inherit" });
  if (status !== 0) throw new Stop("A case does not hold: see above.");
}

async function chromium(first, seconds) {
  await setup({ only: ["npm", "chromium"] });
  await build();
  // Its modules need what the set-up has only now made sure of.
  const { openFuzzPage } = await import("../tests/browser/support/fuzz.mjs");
  const closing = [];
  const end = Date.now() + 1000 * seconds;
  try {
    const page = await openFuzzPage({ after: (close) => closing.push(close) });
    let seed = first;
    do {
      const { problems, reports } = await page.fuzz(seed, BATCH);
      if (problems.length + reports > 0) {
        throw new Stop(`In Chromium, seed ${seed}, ${reports} CSP reports:\n${problems.slice(0, 10).join("\n")}`);
      }
      seed += 1;
      if ((seed - first) % 10 === 0) console.log(`${(seed - first) * BATCH} cases in Chromium, seed ${seed}`);
    } while (Date.now() < end);
    console.log(`${(seed - first) * BATCH} cases in Chromium, seeds ${first} to ${seed - 1}: all hold`);
  } finally {
    for (const close of closing.reverse()) await close();
  }
}
