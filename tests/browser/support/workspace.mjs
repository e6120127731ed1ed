// A workspace in a page, from the built package, under the strictest policy that it promises to work under.

import assert from "node:assert/strict";
import { openPage } from "./pages.mjs";

const POLICY = [
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'",
  "require-trusted-types-for 'script'; trusted-types 'none'",
].join("; ");

/**
 * A page with `vitrine`, and `adapter` over the element `workspace`, 800 by 600 pixels. In it too: `events`, `problems`
 * and `intents` (all that was told), `make(options)` for another adapter, `look(root)` for what is seen of a workspace,
 * and `frame()` for the next ones that have passed: a machine that is busy may need more than one.
 *
 * A rejection that nobody handles, an error and a violation of the policy fail the test.
 */
export async function openWorkspace(t) {
  const page = await openPage(t, POLICY);
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  t.after(() => assert.deepEqual(errors, []));
  await page.setViewportSize({ width: 1000, height: 700 });
  await page.evaluate(async () => {
    document.body.style.margin = "0";
    const vitrine = await import("/vitrine/esm/index.js");
    await vitrine.init({ modules: ["ui"] });
    const told = { events: [], problems: [], intents: [] };
    const make = (options = {}) => {
      const root = document.body.appendChild(document.createElement("main"));
      root.style.cssText = "width: 800px; height: 600px";
      const adapter = vitrine.createAdapter({
        root,
        onEvent: (event) => told.events.push(event),
        onProblem: (problem) => told.problems.push(problem),
        onIntent: (intent) => told.intents.push(intent),
        ...options,
      });
      return { root, adapter };
    };
    const attributes = (element) =>
      [...element.attributes].map(({ name, value }) => [name, value]).sort(([a], [b]) => (a < b ? -1 : 1));
    const see = (node) => {
      if (node instanceof Text) return node.data;
      const name = node instanceof Element ? node.localName : "#root";
      const live = /^(input|textarea|select)$/.test(name) ? [node.value, node.checked ?? null] : [];
      const within = node.shadowRoot ? [see(node.shadowRoot)] : [];
      const own = node instanceof Element ? attributes(node) : [];
      return [name, own, ...live, ...within, ...[...node.childNodes].map(see)];
    };
    // The ids of shells are counted over the page, not the workspace.
    const look = (root) => JSON.stringify([...root.children].map(see)).replace(/vitrine-\d+/g, "vitrine");
    const next = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const frame = () => next().then(next).then(next);
    Object.assign(window, { vitrine, make, look, frame, ...told });
    Object.assign(window, make());
    window.root.id = "workspace";
  });
  return page;
}

/** Applies a batch; its outcome. */
export function apply(page, batch) {
  return page.evaluate((batch) => window.adapter.enqueue(batch), batch);
}

/** The markup of what a window holds. */
export function held(page, id) {
  return page.evaluate((id) => window.adapter.content(id)?.innerHTML ?? null, id);
}

/** What was told since the last time, of `kind` (`events`, `problems`, `intents`). */
export function told(page, kind) {
  return page.evaluate((kind) => window[kind].splice(0), kind);
}

export const op = (name, params, rest = {}) => ({ ...rest, op: name, params });
export const dom = (name, windowId, target, html) => op(`dom.${name}`, { windowId, target, html });
export const set = (windowId, html, target = "#root") => dom("set", windowId, target, html);

/** What an outcome is when all of so many operations were applied. */
export const all = (applied) => ({ applied, skipped: 0, failed: [] });
