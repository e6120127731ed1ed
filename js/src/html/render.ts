// Untrusted markup to nodes in the page, without any markup being parsed by the page.

import { mismatch } from "../core/errors.js";
import { apply, Place } from "./builder.js";
import { removed, toOps } from "./core.js";
import { type Dom, describe, dom, ELEMENT, FRAGMENT, typeOf } from "./dom.js";
import { engine } from "./engine.js";
import { choose, contextNumber } from "./options.js";
import type { Removed, RenderOptions } from "./types.js";

const MODES = { set: Place.Set, append: Place.Append, replace: Place.Replace } as const;
const SVG_NAMESPACE = "http://www.w3.org/2000/svg";

/**
 * Puts untrusted markup into the page: what the policy names (docs/html.md) is built node by node in a document that
 * loads and runs nothing, then placed at once. Works under a strict CSP and with Trusted Types required.
 *
 * @param target an element, or a shadow root, which cannot be replaced
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
  const { mode = "set", ...others } = options;
  if (!Object.hasOwn(MODES, mode)) throw mismatch("BadRequest", "mode", Object.keys(MODES).join(", "), String(mode));
  const d = dom();
  const type = typeOf(target);
  if (type !== ELEMENT && (type !== FRAGMENT || mode === "replace")) {
    throw mismatch(
      "BadRequest",
      "target",
      mode === "replace" ? "an element" : "an element or a shadow root",
      describe(target),
    );
  }
  const parent = mode === "replace" ? d.parentNode.call(target) : target;
  const chosen = { context: contextOf(d, parent), clobbering: clobberingAt(d, target), ...others };
  const { ops, removals } = toOps(markup, choose(chosen), MODES[mode]);
  apply(ops, [target]);
  return { removed: removed(removals) };
}

/** The name of what is to hold the nodes, where it is one that markup can be meant for. */
export function contextOf(d: Dom, parent: Node | null): string {
  if (typeOf(parent) !== ELEMENT) return "div";
  if (d.namespaceURI.call(parent as Element) === SVG_NAMESPACE) return "svg";
  const name = d.localName.call(parent as Element);
  return contextNumber(name) < 0 ? "div" : name;
}

/** In a shadow root an `id` or a `name` hides nothing. */
function clobberingAt(d: Dom, target: Node): "deny" | "allow" {
  return d.getRootNode.call(target) instanceof ShadowRoot ? "allow" : "deny";
}
