#!/usr/bin/env node
// `npm start`: from a fresh clone to the Studio showing the sample data. Sets the machine up, builds what has
// changed, starts a host and serves the Studio until Ctrl-C.
//
//   npm start -- [--empty] [--data DIR] [--port 9012] [--http-port 9010] [--wire-port 9009] [--no-build]

import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { build } from "./build.mjs";
import { HOST_BUILD, mustBeFree, startHost } from "./lib/host.mjs";
import { must, root, Stop } from "./lib/process.mjs";
import { isEmpty, writeSample } from "./lib/sample.mjs";
import { serveStudio } from "./lib/serve-studio.mjs";

const USAGE = "npm start -- [--empty] [--data DIR] [--port N] [--http-port N] [--wire-port N] [--no-build]";
const DEFAULT_HTTP = 9010;

try {
  await start(options());
} catch (error) {
  console.error(error instanceof Stop ? `\n${error.message}` : error);
  process.exitCode = 1;
}

async function start({ empty, data, port, http, wire, skipBuild }) {
  // Asked first: nobody should wait for a build to hear of it.
  await mustBeFree(port, "the Studio", "--port N");
  await mustBeFree(http, "the host's HTTP", "--http-port N");
  await mustBeFree(wire, "the host's binary protocol", "--wire-port N");
  if (!skipBuild) await buildAll();

  mkdirSync(data, { recursive: true });
  const studio = await serveStudio({ port });
  const origins = [studio.url, studio.url.replace("127.0.0.1", "localhost")];
  const host = await startHost({ data, wire, http, origins }).catch(async (error) => {
    await studio.stop();
    throw error;
  });
  console.log(`Host: ${host.http} (HTTP), ${host.wire} (binary protocol), data in ${data}`);
  stopOnSignal(host, studio);

  if (!empty && (await isEmpty(host.http))) {
    const { contexts, turns } = await writeSample(host);
    console.log(`Sample data: ${turns} turns in ${contexts.length} contexts`);
  }
  const query = http === DEFAULT_HTTP ? "" : `?host=${encodeURIComponent(host.http)}`;
  console.log(`\nThe Studio is at ${studio.url}/${query} (Ctrl-C stops it)`);
}

async function buildAll() {
  console.log("\nStep 1 of 3: set-up and the npm package");
  await build();
  console.log("\nStep 2 of 3: the host, a few minutes the first time");
  await must("build-host", "cargo", HOST_BUILD);
  console.log("\nStep 3 of 3: the Studio\n");
  await must("build-studio", join(root, "node_modules/.bin/vite"), ["build", "www"]);
}

/** Stops both on the first Ctrl-C, and when the host ends by itself. */
function stopOnSignal(host, studio) {
  let asked = false;
  const stop = async () => {
    if (asked) process.exit(1);
    asked = true;
    console.log("\nStopping.");
    await Promise.all([studio.stop(), host.stop()]);
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  void host.ended.then(async (why) => {
    if (asked) return;
    asked = true;
    console.error(`\nThe host has ended: ${why}`);
    await studio.stop();
    process.exitCode = 1;
  });
}

function options() {
  let values;
  try {
    ({ values } = parseArgs({
      options: {
        empty: { type: "boolean", default: false },
        data: { type: "string", default: join(root, ".data") },
        port: { type: "string", default: "9012" },
        "http-port": { type: "string", default: String(DEFAULT_HTTP) },
        "wire-port": { type: "string", default: "9009" },
        "no-build": { type: "boolean", default: false },
      },
    }));
  } catch (error) {
    throw new Stop(`${error.message}\n${USAGE}`);
  }
  return {
    empty: values.empty,
    data: resolve(values.data),
    port: portOf(values, "port"),
    http: portOf(values, "http-port"),
    wire: portOf(values, "wire-port"),
    skipBuild: values["no-build"],
  };
}

function portOf(values, name) {
  const port = Number(values[name]);
  if (Number.isInteger(port) && port >= 0 && port <= 65535) return port;
  throw new Stop(`--${name}: expected a port, 0 to 65535, found "${values[name]}"\n${USAGE}`);
}
