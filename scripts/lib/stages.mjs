// The stages of `npm test`: what each runs, what it needs from the set-up, what it cannot do without.

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "./process.mjs";

// A developer's lock file may be behind Cargo.toml for a moment; CI's may not.
const locked = process.env.CI ? ["--locked"] : [];
const WASM = ["basics", "wasm", "wasm-bindgen", "npm"];

/** `tests: true` marks a stage that fails when its runners report no test at all. */
export const STAGES = [
  {
    name: "lint",
    setup: ["basics", "npm"],
    commands: () => [
      cargo("fmt", "--all", "--check"),
      cargo("clippy", "--workspace", "--all-targets", ...locked, "--", "-D", "warnings"),
      cargo("clippy", "--package", "vitrine", "--all-targets", "--all-features", ...locked, "--", "-D", "warnings"),
      {
        ...cargo("doc", "--workspace", "--no-deps", "--all-features", ...locked),
        env: { RUSTDOCFLAGS: "-D warnings" },
      },
      cargo("fmt", "--manifest-path", "fuzz/Cargo.toml", "--check"),
      cargo("fmt", "--manifest-path", "scripts/bindgen/Cargo.toml", "--check"),
      cargo(
        "clippy",
        "--manifest-path",
        "fuzz/Cargo.toml",
        "--target-dir",
        "target/fuzz",
        ...locked,
        "--",
        "-D",
        "warnings",
      ),
      npx("biome", "ci", "--error-on-warnings", "."),
      node("scripts/check-arrows.mjs"),
      node("scripts/check-length.mjs"),
      node("scripts/check-coverage.mjs"),
    ],
  },
  {
    name: "native",
    setup: ["basics", "python"],
    tests: true,
    commands: () => [cargo("test", "--workspace", ...locked)],
  },
  {
    name: "build",
    setup: WASM,
    commands: () => [
      node("scripts/build.mjs"),
      cargo("build", "--profile", "host", "--package", "vitrine-host", "--bins", "--examples", ...locked),
      cargo("build", "--profile", "host", "--package", "vitrine-state", ...locked),
      npx("vite", "build", "www"),
    ],
  },
  {
    name: "types",
    setup: ["npm"],
    needs: ["build"],
    commands: () => [npx("tsc", "--noEmit", "-p", "js"), npx("tsc", "--noEmit", "-p", "www")],
  },
  { name: "contract", setup: ["npm"], needs: ["build"], tests: true, commands: () => suite("contract") },
  { name: "packaging", setup: ["npm", "chromium"], needs: ["build"], tests: true, commands: () => suite("packaging") },
  { name: "browser", setup: ["npm", "chromium"], needs: ["build"], tests: true, commands: () => suite("browser") },
];

/** Test files under tests/ that no stage runs: a file in the wrong folder must not pass unseen. */
export function strays() {
  const folders = STAGES.filter(({ tests }) => tests).map(({ name }) => `${join("tests", name)}/`);
  return testFiles("tests").filter((file) => !folders.some((folder) => file.startsWith(folder)));
}

function suite(name) {
  const files = testFiles(join("tests", name));
  // Two cores: more than two browsers or hosts at once would only wait for each other.
  const run = ["--test", "--test-reporter=spec", "--test-concurrency=2", ...files];
  return files.length > 0 ? [{ command: process.execPath, args: run, title: `node --test tests/${name}` }] : [];
}

/** Every *.test.mjs below a folder, sorted. */
function testFiles(folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return entry.name === "node_modules" ? [] : testFiles(path);
      return entry.name.endsWith(".test.mjs") ? [path] : [];
    })
    .sort();
}

function cargo(...args) {
  return { command: "cargo", args, title: `cargo ${args.join(" ")}` };
}

function node(script) {
  return { command: process.execPath, args: [script], title: `node ${script}` };
}

function npx(tool, ...args) {
  return { command: join(root, "node_modules/.bin", tool), args, title: `${tool} ${args.join(" ")}` };
}
