// Untrusted markup to nodes in the page, without any markup being parsed by the page.

import { mismatch } from "../core/errors.js";
import { fieldsOf } from "../core/options.js";
import { apply, Place } from "./builder.js";
import { toOps } from "./core.js";
import { type Dom, describe, dom, ELEMENT, FRAGMENT, typeOf } from "./dom.js";
import { engine } from "./engine.js";
import { ANY_ID, choose, wrong } from "./options.js";
import { contextOf, holderOf, isInShadow } from "./place.js";
import type { Removed, RenderOptions } from "./types.js";

const MODES = { set: Place.Set, append: Place.Append, replace: Place.Replace } as const;
/** What these hold is no markup: a page would run it, or fetch what it names, or not show it, and write its text as it is. */
const READ_OTHERWISE = /* @__PURE__ */ new Set([
  "iframe",
  "noembed",
  "noframes",
  "noscript",
  "plaintext",
  "script",
  "style",
  "xmp",
]);

/**
 * Puts untrusted markup into the page: what the policy names (docs/html.md) is built node by node in a document that
 * loads and runs nothing, then placed at once. Works under a strict CSP and with Trusted Types required.
 *
 * @param target an element (a template stands for its content), or a shadow root; what is replaced is an element that has a parent
 * @param markup at most 4 MiB of UTF-8
 * @throws VitrineNotReadyError before `init()`
 * @throws VitrineError `Unsupported` where there is no DOM, `BadRequest` for wrong arguments, `Unprocessable` over the limit;
 *   the page is as it was
 */
export function renderHtml(
  target: Element | ShadowRoot,
  markup: string,
  options: RenderOptions = {},
): { removed: Removed[] } {
  engine().requireReady();
  const given = fieldsOf(options, "options");
  const { mode = "set" } = given;
  if (typeof mode !== "string" || !Object.hasOwn(MODES, mode)) throw wrong("mode", Object.keys(MODES).join(", "), mode);
  const d = dom();
  const parent = placeOf(d, target, mode);
  const chosen = choose(given, contextOf(d, parent), isInShadow(d, target) ? ANY_ID : 0, "mode");
  const { ops, removed } = toOps(markup, chosen, MODES[mode]);
  apply(ops, [mode === "replace" ? target : holderOf(d, target)]);
  return { removed };
}

/** What is to hold the nodes. */
function placeOf(d: Dom, target: Node, mode: keyof typeof MODES): Node | null {
  const replaced = mode === "replace";
  const type = typeOf(target);
  const parent = replaced && type === ELEMENT ? d.parentNode.call(target) : target;
  const kind = typeOf(parent);
  const takes = kind === FRAGMENT || (kind === ELEMENT && !READ_OTHERWISE.has(d.localName.call(parent as Element)));
  const isTarget = type === ELEMENT || (type === FRAGMENT && !replaced);
  if (isTarget && takes) return parent;
  const expected = replaced ? "an element" : "an element or a shadow root";
  const where = parent ? "in a place that takes markup" : 'that has a parent (mode "set" needs none)';
  const place = isTarget ? `${expected} ${where}` : expected;
  throw mismatch("BadRequest", "target", place, describe(target));
}
