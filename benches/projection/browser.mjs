// The page in which the cases run with `--browser`. Our files are served as they are, so that a query gives each contestant
// an import of its own, as in Node; the peers are bundled, for a page cannot resolve what packages import.
import { join } from "node:path";
import { build } from "esbuild";
import { root } from "../../scripts/lib/process.mjs";
import { openPage } from "../lib/browser.mjs";

const PEERS = {
  "@msgpack/msgpack": "msgpack-msgpack",
  "blake3-wasm": "blake3-wasm",
  "hash-wasm": "hash-wasm",
  msgpackr: "msgpackr",
};
const ENTRIES = {
  "msgpack-msgpack": "@msgpack/msgpack",
  "blake3-wasm": "blake3-wasm/browser-async",
  "hash-wasm": "hash-wasm",
  msgpackr: "msgpackr",
  "msgpackr-unpack": "msgpackr/unpack",
};

/** @param {string | null} pkg the package's folder */
export async function openBrowser(pkg) {
  const outdir = join(root, "target/bench-peers");
  const shape = { bundle: true, format: "esm", platform: "browser", target: "esnext", logLevel: "warning" };
  await build({ entryPoints: ENTRIES, outdir, absWorkingDir: root, ...shape });
  const { page, version, close } = await openPage(pkg, {
    "/peers/": outdir,
    "/blake3-wasm/": join(root, "node_modules/blake3-wasm/dist/wasm/web"),
  });
  const imports = { "#platform": "/benches/projection/platform/web.mjs" };
  for (const [specifier, file] of Object.entries(PEERS)) imports[specifier] = `/peers/${file}.js`;
  await page.evaluate((imports) => {
    const script = document.createElement("script");
    script.type = "importmap";
    script.textContent = JSON.stringify({ imports });
    document.head.append(script);
  }, imports);
  return {
    version,
    /** `runCase` of cases.mjs, in the page. */
    runCase: (name, options) =>
      page.evaluate(
        async ([name, options, ours]) => {
          const { runCase } = await import("/benches/projection/cases.mjs");
          const vitrine = ours ? await import("/vitrine/esm/turns.js") : null;
          await vitrine?.init();
          return runCase(name, vitrine, options);
        },
        [name, options, pkg !== null],
      ),
    close,
  };
}
