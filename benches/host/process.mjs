// A host to measure: built with the profile that is shipped, over a fresh folder on the disk that holds the repository.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { HOST_BUILD, startHost } from "../../scripts/lib/host.mjs";
import { must, root } from "../../scripts/lib/process.mjs";

export const buildHost = () => must("build-host", "cargo", HOST_BUILD);

/** Gives `work` a folder, which is removed afterwards. Not the system's temporary one: that may be in memory. */
export async function withFolder(work) {
  const parent = join(root, "target", "bench");
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, "host-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Gives `work` a running host over `data`, which is stopped afterwards. */
export async function withHost(data, work) {
  const host = await startHost({ data, args: ["--log", "error"] });
  try {
    return await work(host);
  } finally {
    await host.stop();
  }
}

/** What the host's process holds in memory, and the most that it held, in MB; nothing where there is no /proc. */
export function memory({ pid }) {
  if (process.platform !== "linux") return {};
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const megabytes = (name) => (Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)[1]) * 1024) / 1e6;
  return { rss_mb: megabytes("VmRSS"), peak_rss_mb: megabytes("VmHWM") };
}

/** One counter of /metrics. */
export async function counter(host, name) {
  const text = await (await fetch(`${host.http}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\d+)$`, "m").exec(text)[1]);
}
