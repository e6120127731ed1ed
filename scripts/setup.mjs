#!/usr/bin/env node
// Makes a machine ready: everything that `npm start` and `npm test` need and that is not there yet.
// Safe to run at any time; when nothing is missing it takes well under a second.
//
//   node scripts/setup.mjs [--only basics,wasm,wasm-bindgen,npm,chromium,python]

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Stop, tools } from "./lib/process.mjs";
import { basics } from "./setup/basics.mjs";
import { bindgen } from "./setup/bindgen.mjs";
import { chromium as browser } from "./setup/chromium.mjs";
import { packages } from "./setup/packages.mjs";
import { python } from "./setup/python.mjs";
import { wasm } from "./setup/wasm.mjs";

const STEPS = [basics, wasm, bindgen, packages, browser, python];
const STATE = join(tools, "setup.json");

/**
 * Runs the steps named in `only`, or all of them, and records what was found in .tools/setup.json.
 * Throws `Stop` with what to do when a step cannot be done here.
 */
export async function setup({ only } = {}) {
  for (const name of only ?? []) step(name);
  const steps = only ? STEPS.filter(({ name }) => only.includes(name)) : STEPS;
  mkdirSync(tools, { recursive: true });
  const unlock = await lock();
  try {
    const state = read();
    for (const [index, each] of steps.entries()) {
      const head = `[${index + 1}/${steps.length}] ${each.title}`;
      let found = await each.probe();
      if (!found) {
        console.log(`${head}: installing, about ${each.takes}`);
        const started = Date.now();
        await each.install();
        found = await each.probe();
        if (!found)
          throw new Stop(`${each.title}: installed, but still not found. The logs are in ${join(tools, "log")}.`);
        console.log(`${head}: installed in ${Math.round((Date.now() - started) / 1000)} s, ${found.found}`);
      } else {
        console.log(`${head}: ${found.found}`);
      }
      state[each.name] = found;
    }
    writeFileSync(STATE, `${JSON.stringify(state, null, 2)}\n`);
  } finally {
    unlock();
  }
}

/** How to call cargo for wasm32: `command`, then `args`, then the subcommand. */
export function wasmCargo() {
  const { command, args } = state(wasm);
  return { command, args };
}

/** The path of the wasm-bindgen tool. */
export function wasmBindgen() {
  return state(bindgen).path;
}

/** The path of the Chromium that the browser tests start. */
export function chromium() {
  return state(browser).path;
}

function state({ name, title }) {
  const found = read()[name];
  if (!found) throw new Stop(`${title} is not set up. Run: node scripts/setup.mjs --only ${name}`);
  return found;
}

function read() {
  try {
    return JSON.parse(readFileSync(STATE, "utf8"));
  } catch {
    return {};
  }
}

function step(name) {
  const found = STEPS.find((each) => each.name === name);
  if (!found)
    throw new Stop(`No set-up step is called "${name}". There are: ${STEPS.map((each) => each.name).join(", ")}`);
  return found;
}

/** Two set-ups at once would overwrite each other; the second waits for the first. */
async function lock() {
  const folder = join(tools, "setup.lock");
  const holder = join(folder, "pid");
  for (let told = false; ; ) {
    try {
      mkdirSync(folder);
      writeFileSync(holder, String(process.pid));
      return () => rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    if (!told) console.log("Another set-up is running; waiting for it.");
    told = true;
    await new Promise((resolve) => setTimeout(resolve, 500));
    if (!alive(holder)) rmSync(folder, { recursive: true, force: true });
  }
}

function alive(holder) {
  try {
    process.kill(Number(readFileSync(holder, "utf8")), 0);
    return true;
  } catch {
    return false;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const at = process.argv.indexOf("--only");
  const only = at < 0 ? undefined : (process.argv[at + 1] ?? "").split(",");
  setup({ only }).catch((error) => {
    console.error(error instanceof Stop ? `\n${error.message}` : error);
    process.exitCode = 1;
  });
}
