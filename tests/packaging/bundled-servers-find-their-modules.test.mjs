// Promise: a server that a bundler made one file of, an ES module or CommonJS, decodes a turn with no configuration: in its
// project, and elsewhere with the wasm file beside it. Without that file it says what to do.

import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { build } from "esbuild";
import { bundle, page, projected } from "../support/page.mjs";
import { project, runNode } from "./support/project.mjs";

const SERVER = `
import { init, Registry, TurnBatch } from "vitrine";
import { WireClient } from "vitrine/node";
async function main() {
  try {
    await init({ modules: ["turns"] });
  } catch (error) {
    return { code: error.code, message: error.message };
  }
  const batch = new TurnBatch(Uint8Array.from(${JSON.stringify([...page()])}));
  const client = new WireClient({ port: 1 });
  client.close();
  return batch.project(new Registry(${JSON.stringify(bundle)}));
}
main().then((found) => console.log(JSON.stringify(found)));
`;

test("one file, wherever it is", async (t) => {
  const folder = await project(t, { "server.js": SERVER }, { type: "module" });
  const elsewhere = mkdtempSync(join(tmpdir(), "vitrine-server-"));
  t.after(() => rmSync(elsewhere, { recursive: true, force: true }));

  for (const [format, file] of [
    ["esm", "server.mjs"],
    ["cjs", "server.cjs"],
  ])
    await t.test(format, async () => {
      const outfile = join(folder, "dist", file);
      await build({ entryPoints: [join(folder, "server.js")], bundle: true, platform: "node", format, outfile });
      assert.deepEqual(await runNode(folder, outfile), [projected], "in its project");

      const alone = join(elsewhere, format);
      mkdirSync(alone);
      copyFileSync(outfile, join(alone, file));
      const { code, message } = await runNode(folder, join(alone, file));
      assert.equal(code, "Unreachable");
      assert.match(message, /^turns\.wasm is in none of .+ leave "vitrine" out of the server's bundle.+sources/);

      copyFileSync(join(folder, "node_modules/vitrine/turns.wasm"), join(alone, "turns.wasm"));
      assert.deepEqual(await runNode(folder, join(alone, file)), [projected], "with its wasm file");
    });
});
