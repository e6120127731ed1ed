#!/usr/bin/env node
// Builds the npm package: pkg/, its tarball, and the copies that the Studio and the tests import.
// A step whose inputs are what they were is skipped, so a build without a change takes a second or two.
//
//   node scripts/build.mjs

import { pathToFileURL } from "node:url";
import { pack } from "./build/pack.mjs";
import { Steps } from "./build/steps.mjs";
import { wasm } from "./build/wasm.mjs";
import { Stop } from "./lib/process.mjs";
import { setup } from "./setup.mjs";

/** Builds all that is out of date. Throws `Stop` with the end of the log of what failed. */
export async function build() {
  const started = performance.now();
  await setup({ only: ["basics", "wasm", "wasm-bindgen", "npm"] });
  // Not before the set-up: what bundles is itself a package that the set-up installs.
  const { bundle } = await import("./build/bundle.mjs");
  const steps = new Steps();
  await wasm(steps);
  await bundle(steps);
  await pack(steps);
  console.log(`The package is built, in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  build().catch((error) => {
    console.error(error instanceof Stop ? `\n${error.message}` : error);
    process.exitCode = 1;
  });
}
