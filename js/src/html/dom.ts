// The DOM as the engine made it: methods and accessors taken from the prototypes once.
//
// An element's own lookup cannot be trusted: in a form, a control called `appendChild` stands before the method. What
// is taken from the prototypes does not look at the element's properties.

import { mismatch, VitrineError } from "../core/errors.js";
import { tagOf } from "../core/options.js";

/** The methods and accessors that building needs, to be used with `.call`. */
export interface Dom {
  appendChild: Node["appendChild"];
  cloneNode: Node["cloneNode"];
  insertAdjacentText: Element["insertAdjacentText"];
  appendToFragment: DocumentFragment["append"];
  setAttribute: Element["setAttribute"];
  removeAttribute: Element["removeAttribute"];
  before: Element["before"];
  replaceWith: Element["replaceWith"];
  remove: Element["remove"];
  getRootNode: Node["getRootNode"];
  host: (this: ShadowRoot) => Element;
  content: (this: HTMLTemplateElement) => DocumentFragment;
  addEventListener: EventTarget["addEventListener"];
  createElement: Document["createElement"];
  createElementNS: Document["createElementNS"];
  createDocumentFragment: Document["createDocumentFragment"];
  nodeType: (this: Node) => number;
  parentNode: (this: Node) => Node | null;
  localName: (this: Element) => string;
  namespaceURI: (this: Element) => string | null;
  setTextContent: (this: Node, text: string) => void;
  setStyle: (element: Element, css: string) => void;
  /** A document that loads nothing and runs nothing: what is built is built in it. */
  inert: Document;
}

let taken: Dom | undefined;

/** The DOM of this realm. */
export function dom(): Dom {
  taken ??= take();
  return taken;
}

export const ELEMENT = 1;
export const FRAGMENT = 11;

/** What type of node this is; 0 where it is none. */
export function typeOf(found: unknown): number {
  const { nodeType } = dom();
  try {
    return nodeType.call(found as Node);
  } catch {
    return 0;
  }
}

/**
 * An element, as it was promised.
 *
 * @param what what it is to the one who gave it
 * @throws VitrineError `BadRequest` for all else, `Unsupported` where there is no DOM
 */
export function elementOf<T extends Element>(what: string, found: T | null | undefined): T {
  if (typeOf(found) === ELEMENT) return found as T;
  throw mismatch("BadRequest", what, "an element", describe(found));
}

/** What was found, in words. */
export function describe(found: unknown): string {
  if (typeOf(found) === ELEMENT) return `<${dom().localName.call(found as Element)}>`;
  return found === null || found === undefined ? String(found) : tagOf(found, "node");
}

function take(): Dom {
  if (typeof Document !== "function") {
    throw new VitrineError("Unsupported", "There is no DOM here. In Node and in workers, use sanitizeHtml.");
  }
  const { prototype: node } = Node;
  const { prototype: element } = Element;
  const { prototype: document } = Document;
  return {
    appendChild: node.appendChild,
    cloneNode: node.cloneNode,
    insertAdjacentText: element.insertAdjacentText,
    appendToFragment: DocumentFragment.prototype.append,
    setAttribute: element.setAttribute,
    removeAttribute: element.removeAttribute,
    before: element.before,
    replaceWith: element.replaceWith,
    remove: element.remove,
    getRootNode: node.getRootNode,
    host: getter(ShadowRoot.prototype, "host"),
    content: getter(HTMLTemplateElement.prototype, "content"),
    addEventListener: EventTarget.prototype.addEventListener,
    createElement: document.createElement,
    createElementNS: document.createElementNS,
    createDocumentFragment: document.createDocumentFragment,
    nodeType: getter(node, "nodeType"),
    parentNode: getter(node, "parentNode"),
    localName: getter(element, "localName"),
    namespaceURI: getter(element, "namespaceURI"),
    setTextContent: setter(node, "textContent"),
    setStyle: styleSetter(),
    inert: new Document().implementation.createHTMLDocument(""),
  };
}

/** Through the object model: a `style` attribute set as text is refused under `style-src 'self'`. */
function styleSetter(): Dom["setStyle"] {
  const ofHtml = getter<Element, CSSStyleDeclaration>(HTMLElement.prototype, "style");
  const ofSvg = getter<Element, CSSStyleDeclaration>(SVGElement.prototype, "style");
  const setText = setter<CSSStyleDeclaration, string>(CSSStyleDeclaration.prototype, "cssText");
  return (element, css) => {
    const of = element instanceof SVGElement ? ofSvg : ofHtml;
    setText.call(of.call(element), css);
  };
}

function getter<T, V>(prototype: object, name: string): (this: T) => V {
  return accessor(prototype, name).get as (this: T) => V;
}

function setter<T, V>(prototype: object, name: string): (this: T, value: V) => void {
  return accessor(prototype, name).set as (this: T, value: V) => void;
}

/** An accessor, wherever in the chain it is. */
function accessor(prototype: object, name: string): PropertyDescriptor {
  for (let each: object | null = prototype; each !== null; each = Object.getPrototypeOf(each)) {
    const found = Object.getOwnPropertyDescriptor(each, name);
    if (found) return found;
  }
  throw new TypeError(`this DOM has no ${name}`);
}
