// Where markup is to go, as far as it decides how markup is read.

import { type Dom, ELEMENT, FRAGMENT, typeOf } from "./dom.js";
import { contextNumber, DIV, SVG_CONTEXT } from "./options.js";

const HTML_NAMESPACE = "http://www.w3.org/1999/xhtml";
const SVG_NAMESPACE = "http://www.w3.org/2000/svg";
/** What these hold is HTML again. */
const HTML_IN_SVG = /* @__PURE__ */ new Set(["foreignObject", "desc", "title"]);

/** The number of what is to hold the nodes, where it is an element that markup can be meant for. */
export function contextOf(d: Dom, parent: Node | null): number {
  if (typeOf(parent) !== ELEMENT) return DIV;
  const name = d.localName.call(parent as Element);
  if (d.namespaceURI.call(parent as Element) === SVG_NAMESPACE) return HTML_IN_SVG.has(name) ? DIV : SVG_CONTEXT;
  const number = contextNumber(name);
  return number < 0 || number === SVG_CONTEXT ? DIV : number;
}

/** What takes the nodes that are meant for a target: a template's are its content, as when a page is parsed. */
export function holderOf(d: Dom, target: Node): Node {
  if (typeOf(target) !== ELEMENT || d.localName.call(target as Element) !== "template") return target;
  const isHtml = d.namespaceURI.call(target as Element) === HTML_NAMESPACE;
  return isHtml ? d.content.call(target as HTMLTemplateElement) : target;
}

/** Whether it stands in a shadow root, of whatever document: there an `id` or a `name` hides nothing. */
export function isInShadow(d: Dom, target: Node): boolean {
  const root = d.getRootNode.call(target);
  // Asked first, because what is thrown costs a small piece of markup a tenth of its time.
  if (typeOf(root) !== FRAGMENT) return false;
  try {
    // Only shadow roots have one.
    d.host.call(root as ShadowRoot);
    return true;
  } catch {
    return false;
  }
}
