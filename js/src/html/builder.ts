// The reader of op buffers: `src/html/ops.rs` describes them. Elements and attributes come as numbers of tables that
// this file has itself, so that whatever a buffer says, only names of the policy come about.
//
// No markup is parsed here, and no property of a built element is looked up: see dom.ts.

import { VitrineError } from "../core/errors.js";
import { type Dom, dom } from "./dom.js";
import { ATTRIBUTES, HTML, SVG } from "./tables.js";

/** An op buffer, its texts as strings. */
export interface OpBuffer {
  words: Uint32Array;
  ascii: string;
  wide: string;
}

/** The low four bits of an op; the order is the core's. */
const Op = {
  Open: 0,
  Close: 1,
  Text: 2,
  Attribute: 3,
  OpenAttribute: 4,
  Target: 5,
  Place: 6,
  Keep: 7,
  Remove: 8,
  RemoveAttribute: 9,
  SetText: 10,
} as const;

/** Where what was built goes; the order is the core's. */
export const Place = { Set: 0, Append: 1, Replace: 2, Before: 3 } as const;

const SVG_NAMESPACE = "http://www.w3.org/2000/svg";
const STYLE = /* @__PURE__ */ ATTRIBUTES.indexOf("style");
const FORM = /* @__PURE__ */ HTML.indexOf("form");
const OPEN_NAME = /^(?:data|aria)-[a-z0-9._-]+$/;

/** One element of each number, to be cloned: that is faster than making them by name. */
const patterns: Element[] = [];

/**
 * Does what an op buffer says.
 *
 * @param nodes the nodes that the buffer's handles mean; those it keeps are added
 * @throws VitrineError `BadRequest` for a buffer that no core wrote; what it did not place is not in the page
 */
export function apply({ words, ascii, wide }: OpBuffer, nodes: Node[]): void {
  const d = dom();
  const stack: Node[] = [];
  // What is open; a new fragment at the bottom, the target where nothing is built.
  let open: Node | undefined;
  let fragment: DocumentFragment | undefined;
  let target: Node | undefined;
  let a = 0;
  let u = 0;

  const text = (word: number): string => {
    const length = word >>> 1;
    if ((word & 1) === 0) {
      a += length;
      return ascii.substring(a - length, a);
    }
    u += length;
    return wide.substring(u - length, u);
  };

  for (let w = 0; w < words.length; ) {
    const word = words[w++] as number;
    const payload = word >>> 4;
    switch (word & 15) {
      case Op.Open: {
        open ??= fragment = d.createDocumentFragment.call(d.inert);
        const element = make(d, payload);
        d.appendChild.call(open, element);
        stack.push(open);
        open = element;
        break;
      }
      case Op.Close:
        open = stack.pop();
        break;
      case Op.Text: {
        open ??= fragment = d.createDocumentFragment.call(d.inert);
        d.appendChild.call(open, d.createTextNode.call(d.inert, text(payload)));
        break;
      }
      case Op.Attribute: {
        const element = (open ?? target) as Element;
        const value = text(words[w++] as number);
        if (payload === STYLE) d.setStyle(element, value);
        else d.setAttribute.call(element, named(ATTRIBUTES[payload]), value);
        break;
      }
      case Op.OpenAttribute: {
        const name = text(words[w++] as number);
        const value = text(words[w++] as number);
        d.setAttribute.call((open ?? target) as Element, named(OPEN_NAME.test(name) ? name : undefined), value);
        break;
      }
      case Op.Target:
        target = nodes[payload];
        break;
      case Op.Place:
        place(d, payload, target as Element, fragment ?? d.createDocumentFragment.call(d.inert));
        fragment = open = undefined;
        break;
      case Op.Keep:
        nodes[payload] = open as Node;
        break;
      case Op.Remove:
        d.remove.call(target as Element);
        break;
      case Op.RemoveAttribute:
        d.removeAttribute.call(target as Element, named(ATTRIBUTES[payload]));
        break;
      case Op.SetText:
        d.setTextContent.call(target as Node, text(payload));
        break;
      default:
        named(undefined);
    }
  }
}

function make(d: Dom, number: number): Element {
  patterns[number] ??= pattern(d, number);
  const element = d.cloneNode.call(patterns[number], false) as Element;
  // It has no action to go to; without this it would reload the page.
  if (number === FORM) d.addEventListener.call(element, "submit", preventDefault, true);
  return element;
}

function pattern(d: Dom, number: number): Element {
  return number < HTML.length
    ? d.createElement.call(d.inert, named(HTML[number]))
    : d.createElementNS.call(d.inert, SVG_NAMESPACE, named(SVG[number - HTML.length]));
}

function preventDefault(event: Event): void {
  event.preventDefault();
}

function place(d: Dom, where: number, target: Element, fragment: DocumentFragment): void {
  switch (where) {
    case Place.Replace:
      d.replaceWith.call(target, fragment);
      break;
    case Place.Before:
      d.before.call(target, fragment);
      break;
    case Place.Append:
      d.appendChild.call(target, fragment);
      break;
    case Place.Set:
      d.setTextContent.call(target, "");
      d.appendChild.call(target, fragment);
      break;
    default:
      named(undefined);
  }
}

function named(name: string | undefined): string {
  if (name !== undefined) return name;
  throw new VitrineError("BadRequest", "The op buffer names something that is not in the policy's tables.");
}
