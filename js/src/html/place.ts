// Where markup is to go, as far as it decides how markup is read.

import { type Dom, ELEMENT, typeOf } from "./dom.js";
import { contextNumber } from "./options.js";

const SVG_NAMESPACE = "http://www.w3.org/2000/svg";
/** What these hold is HTML again. */
const HTML_IN_SVG = /* @__PURE__ */ new Set(["foreignObject", "desc", "title"]);

/** The name of what is to hold the nodes, where it is one that markup can be meant for. */
export function contextOf(d: Dom, parent: Node | null): string {
  if (typeOf(parent) !== ELEMENT) return "div";
  const name = d.localName.call(parent as Element);
  if (d.namespaceURI.call(parent as Element) === SVG_NAMESPACE) return HTML_IN_SVG.has(name) ? "div" : "svg";
  return contextNumber(name) < 0 ? "div" : name;
}

/** In a shadow root, of whatever document, an `id` or a `name` hides nothing. */
export function clobberingAt(d: Dom, target: Node): "deny" | "allow" {
  const root = d.getRootNode.call(target);
  try {
    // Only shadow roots have one.
    d.host.call(root as ShadowRoot);
    return "allow";
  } catch {
    return "deny";
  }
}
