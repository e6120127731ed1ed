// Running other programs: what every script needs, and nothing that knows the project.

import { spawn, spawnSync } from "node:child_process";
import { accessSync, constants, createWriteStream, mkdirSync, readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder that holds Cargo.toml and package.json. */
export const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/[\\/]$/, "");

/** Tools and logs that the set-up makes; never in git. */
export const tools = join(root, ".tools");

/** A failure whose message is all that the reader needs: it is printed without a stack. */
export class Stop extends Error {
  name = "Stop";
}

/** The path of the first of `names` that PATH holds, or undefined. */
export function which(...names) {
  for (const name of names) {
    for (const folder of (process.env.PATH ?? "").split(delimiter)) {
      const path = join(folder, name);
      try {
        accessSync(path, constants.X_OK);
        return path;
      } catch {
        // Not there: the next folder.
      }
    }
  }
  return undefined;
}

/** What a quick program prints, trimmed; undefined when it is missing or fails. */
export function output(command, args, options = {}) {
  const done = spawnSync(command, args, { encoding: "utf8", cwd: root, ...options });
  return done.status === 0 ? done.stdout.trim() : undefined;
}

/** The slow programs that run now, as functions that tell how far each is: a terminal has one line for all. */
const busy = new Set();

/**
 * Runs a slow program. Everything it prints goes to .tools/log/NAME.log; its last line and the time
 * that has passed show on a terminal, and every 20 seconds where there is none.
 * Resolves to its exit code and the log's path.
 */
export function logged(name, command, args, options = {}) {
  const path = join(tools, "log", `${name}.log`);
  mkdirSync(dirname(path), { recursive: true });
  const log = createWriteStream(path);
  log.write(`$ ${[command, ...args].join(" ")}\n`);
  const live = process.stdout.isTTY && !process.env.CI;
  const started = Date.now();
  let last = "";

  const told = (width) => {
    const text = `${Math.round((Date.now() - started) / 1000)} s  ${busy.size > 1 ? `${name}: ` : ""}${last}`;
    return text.slice(0, width);
  };
  busy.add(told);
  const say = () => {
    if (!live) return console.log(`      ${told(120)}`);
    const width = Math.floor(((process.stdout.columns ?? 80) - 7) / busy.size) - 2;
    process.stdout.write(`\r\x1b[2K      ${[...busy].map((each) => each(width).padEnd(width)).join("  ")}`);
  };
  const timer = setInterval(say, live ? 500 : 20_000);

  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"], ...options });
    const take = (chunk) => {
      log.write(chunk);
      const lines = chunk
        .toString()
        .split(/[\r\n]+/)
        .filter((line) => line.trim());
      last = lines.at(-1)?.trim() ?? last;
    };
    child.stdout.on("data", take);
    child.stderr.on("data", take);
    child.on("error", reject);
    child.on("close", (code) => log.end(() => resolve({ code: code ?? 1, path })));
  }).finally(() => {
    clearInterval(timer);
    busy.delete(told);
    if (live) process.stdout.write("\r\x1b[2K");
  });
}

/** As `logged`, but a failure is tried once more (`tries`) and then stops with the end of the log. */
export async function must(name, command, args, { tries = 1, ...options } = {}) {
  for (let left = tries; ; left -= 1) {
    const { code, path } = await logged(name, command, args, options);
    if (code === 0) return;
    const tail = readFileSync(path, "utf8").trimEnd().split("\n").slice(-15).join("\n");
    if (left <= 1) {
      throw new Stop(`${command} ${args.join(" ")}\nended with code ${code}; the end of ${path}:\n${tail}`);
    }
    console.log(`      ${command} ended with code ${code}; trying once more`);
  }
}
