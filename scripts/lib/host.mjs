// A host as a child process: where its binary is, how it is started, when it is ready, how it stops.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { root, Stop } from "./process.mjs";

const built = join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "host");

/** What `cargo` must be told to build the host and the writer of the sample data. */
export const HOST_BUILD = [
  "build",
  "--profile",
  "host",
  "--package",
  "vitrine-host",
  "--bin",
  "vitrine-host",
  "--example",
  "sample",
];

/** The path of a built program; `Stop` when it has not been built. */
export function program(...parts) {
  const path = join(built, ...parts);
  if (!existsSync(path)) throw new Stop(`${path} is not there. Build it: cargo ${HOST_BUILD.join(" ")}`);
  return path;
}

/**
 * Starts a host over `data` and resolves when it takes connections. `wire` and `http` are ports, 0 for any free one;
 * `args` are further arguments.
 * Resolves to its addresses (`wire`: host:port, `http`: a URL), `ended` (a promise of why it ended) and `stop()`.
 */
export async function startHost({ data, wire = 0, http = 0, origins = [], args: further = [] }) {
  const args = ["--data", data, "--listen", `127.0.0.1:${wire}`, "--http", `127.0.0.1:${http}`];
  for (const origin of origins) args.push("--cors-origin", origin);
  args.push(...further);
  const child = spawn(program("vitrine-host"), args, { stdio: ["ignore", "pipe", "pipe"] });
  let complaints = "";
  child.stderr.on("data", (chunk) => {
    complaints = (complaints + chunk).slice(-4000);
  });
  const ended = new Promise((resolve) => {
    child.on("error", (error) => resolve(error.message));
    child.on("close", (code, signal) => resolve(complaints.trim() || `it ended with ${signal ?? `code ${code}`}`));
  });
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  const addresses = await addressesIn(child.stdout);
  if (!addresses) throw new Stop(`The host could not be started: ${await ended}`);
  return { ...addresses, pid: child.pid, ended, stop };
}

/** Reads one line per listener, until the host says that it is ready; undefined when it ends before. */
async function addressesIn(stdout) {
  const found = {};
  let ready = false;
  for await (const line of createInterface({ input: stdout })) {
    const [, name, scheme, address] = /^(wire|http) (\w+):\/\/(\S+)$/.exec(line) ?? [];
    if (name === "wire") found.wire = address;
    else if (name === "http") found.http = `${scheme}://${address}`;
    ready = line === "ready";
    if (ready) break;
  }
  // Read on, so that the host never waits for room in the pipe.
  stdout.resume();
  return ready ? found : undefined;
}

/** `Stop` when something listens on the port already; `what` and `flag` are for the message. */
export async function mustBeFree(port, what, flag) {
  const server = createServer();
  await new Promise((resolve, reject) => {
    server.on("error", (error) => {
      const taken = error.code === "EADDRINUSE";
      reject(
        taken ? new Stop(`Port ${port} (${what}) is taken. Stop what uses it, or choose another: ${flag}`) : error,
      );
    });
    server.listen(port, "127.0.0.1", resolve);
  });
  await new Promise((resolve) => server.close(resolve));
}
