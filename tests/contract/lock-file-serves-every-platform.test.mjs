// Promise: `npm ci` works on every platform. Where a registry lacks the builds for other platforms, npm
// leaves them out of a lock file that it writes anew, and then refuses that file everywhere.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

test("each optional dependency in package-lock.json has an entry of its own", () => {
  const { packages } = JSON.parse(readFileSync(new URL("../../package-lock.json", import.meta.url), "utf8"));
  const names = new Set(Object.keys(packages).map((path) => path.slice(path.lastIndexOf("node_modules/") + 13)));
  const wanted = Object.values(packages).flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}));
  assert.ok(wanted.length > 20, `expected the platform builds of the tools, found ${wanted.length}`);
  assert.deepEqual(
    wanted.filter((name) => !names.has(name)),
    [],
  );
});
