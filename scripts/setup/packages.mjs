// The npm packages of the workspaces, as package-lock.json names them.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { must, root } from "../lib/process.mjs";

export const packages = {
  name: "npm",
  title: "npm packages",
  takes: "half a minute",
  probe() {
    const lock = read("package-lock.json");
    const installed = read("node_modules/.package-lock.json");
    if (!lock || !installed) return undefined;
    // File times mislead here: npm writes the two files in either order. The versions do not.
    const stale = Object.entries(lock).some(
      ([path, entry]) =>
        path.includes("node_modules/") && !entry.optional && installed[path]?.version !== entry.version,
    );
    return stale ? undefined : { found: `${Object.keys(installed).length} in place` };
  },
  async install() {
    const how = existsSync(join(root, "package-lock.json")) ? "ci" : "install";
    await must("npm", "npm", [how, "--no-audit", "--no-fund"], { tries: 2 });
  },
};

function read(path) {
  const file = join(root, path);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).packages : undefined;
}
