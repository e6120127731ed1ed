// Installing from Debian's own packages, where that is possible.

import { readFileSync } from "node:fs";
import { must, output, which } from "../lib/process.mjs";

/** True where this process may install Debian packages: Debian itself, and root. */
export function canInstall() {
  if (process.getuid?.() !== 0 || !which("apt-get")) return false;
  try {
    return /^ID="?debian"?$/m.test(readFileSync("/etc/os-release", "utf8"));
  } catch {
    return false;
  }
}

let listsAreFresh = false;

/** Brings the package lists up to date, once in a run. */
async function update() {
  if (listsAreFresh) return;
  await must("apt-update", "apt-get", ["update"], { tries: 2, env: quiet() });
  listsAreFresh = true;
}

/** True when apt offers the package. */
export async function offers(name) {
  await update();
  const policy = output("apt-cache", ["policy", name], { env: quiet() }) ?? "";
  return /Candidate: \d/.test(policy);
}

/** Installs packages without what they merely recommend. */
export async function install(...names) {
  await update();
  const args = ["install", "-y", "--no-install-recommends", "-o", "DPkg::Lock::Timeout=300", ...names];
  await must(`apt-${names[0]}`, "apt-get", args, { tries: 2, env: quiet() });
}

function quiet() {
  return { ...process.env, DEBIAN_FRONTEND: "noninteractive", LC_ALL: "C.UTF-8" };
}
