// A user's project: an empty folder somewhere else, into which the tarball is installed as from a registry.

import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** The folder of this repository. */
export const root = fileURLToPath(new URL("../../..", import.meta.url));

/** The packed package. */
export const tarball = join(root, "target/npm/vitrine.tgz");

const execute = promisify(execFile);

/** Makes a project of `files` (text by path) with the package installed; it goes when the test `t` ends. */
export async function project(t, files, manifest = {}) {
  const folder = mkdtempSync(join(tmpdir(), "vitrine-project-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const all = { "package.json": JSON.stringify({ name: "project", private: true, ...manifest }), ...files };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  await run(folder, "npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", tarball]);
  return folder;
}

/** What a program prints; a failure's message holds all that it printed. */
export async function run(folder, command, args) {
  try {
    const { stdout } = await execute(command, args, { cwd: folder, maxBuffer: 64 << 20 });
    return stdout;
  } catch (error) {
    throw new Error(`${command} ${args.join(" ")} failed\n${error.stdout ?? ""}${error.stderr ?? ""}`, {
      cause: error,
    });
  }
}

/** What node makes of a file of the project, which prints JSON. */
export async function runNode(folder, file) {
  return JSON.parse(await run(folder, process.execPath, [file]));
}
