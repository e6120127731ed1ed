// The shell of UICP alone in a page: what it reports is written down, and nothing answers it but the test.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { openPage } from "./pages.mjs";

const source = (path) => fileURLToPath(new URL(`../../../js/src/uicp/${path}/index.ts`, import.meta.url));

/**
 * A page whose `workspace` is 800 by 600 pixels at its upper left corner, with a policy that allows no inline styles.
 * In it: `shell`, `calls` (what the shell reported, as lists), `state` (what it is told when it asks), `fill(id, markup)`
 * and `runEffect`. A rejection that nobody handles fails the test.
 */
export async function openShell(t) {
  const folder = mkdtempSync(join(tmpdir(), "vitrine-shell-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const entryPoints = { shell: source("shell"), effects: source("effects") };
  await build({ entryPoints, bundle: true, format: "esm", outdir: folder, logLevel: "warning" });
  const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'";
  const page = await openPage(t, policy, { folders: { "/built/": folder } });
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  t.after(() => {
    if (errors.length > 0) throw new Error(errors.join("\n"));
  });
  await page.setViewportSize({ width: 1000, height: 700 });
  await page.evaluate(async () => {
    const { createShell } = await import("/built/shell.js");
    const { runEffect } = await import("/built/effects.js");
    document.body.style.margin = "0";
    document.documentElement.lang = "en";
    const root = document.body.appendChild(document.createElement("main"));
    root.id = "workspace";
    root.style.cssText = "width: 800px; height: 600px";
    const calls = [];
    const state = {};
    const hook = (name) => [name, (...values) => void calls.push([name, ...values])];
    const hooks = Object.fromEntries(["bound", "fire", "moved", "resized", "focused", "closing"].map(hook));
    hooks.state = (scope, key, windowId) => state[[scope, key, windowId ?? ""].join("/")];
    const shell = createShell(root, hooks);
    const fill = (id, markup) => {
      shell.content(id).innerHTML = markup;
      shell.refresh(id);
    };
    Object.assign(window, { root, calls, state, shell, fill, runEffect });
  });
  return page;
}

/** Opens a window in the page. */
export function openWindow(page, window) {
  return page.evaluate(
    (given) => window.shell.openWindow({ title: given.id, x: 100, y: 100, width: 300, height: 200, z: 1, ...given }),
    window,
  );
}

/** What the shell reported since the last time, those of `name` alone if that is given. */
export function calls(page, name) {
  return page.evaluate((name) => window.calls.splice(0).filter(([each]) => name === undefined || each === name), name);
}

/** Where a window is seen. */
export function boxOf(page, id) {
  return page.evaluate((id) => {
    const { x, y, width, height } = document.querySelector(`[data-window-id="${id}"]`).getBoundingClientRect();
    return { x, y, width, height };
  }, id);
}
