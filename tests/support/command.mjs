// The package's command line, as an installed package has it.

import { execFile, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** The program behind `npx vitrine`. */
export const BIN = fileURLToPath(new URL("../node_modules/vitrine/cjs/src/node/cli/main.js", import.meta.url));

const execute = promisify(execFile);

/** Runs a command to its end: `{code, stdout, stderr}`. */
export async function vitrine(...args) {
  try {
    return { code: 0, ...(await execute(process.execPath, [BIN, ...args])) };
  } catch ({ code, stdout, stderr }) {
    return { code, stdout, stderr };
  }
}

/** Starts `vitrine gateway` and resolves to its URL when it is ready; it stops with the test. */
export async function gatewayCommand(t, ...args) {
  const child = spawn(process.execPath, [BIN, "gateway", "--listen", "127.0.0.1:0", ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => child.on("close", (code) => resolve(code)));
  t.after(async () => {
    child.kill("SIGTERM");
    await ended;
  });
  let url;
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === "ready") break;
    url = line.replace(/^http /, "");
  }
  return { url, child, ended };
}
