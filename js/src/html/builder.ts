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
  texts: Texts;
  /** Where its own begin in them. */
  ascii: number;
  wide: number;
}

/** The texts of one op buffer or more. */
export interface Texts {
  ascii: string;
  wide: string;
}

// The low four bits of an op; the order is the core's. Not an object: its lookups would be in the hottest loop.
const OPEN = 0;
const CLOSE = 1;
const TEXT = 2;
const ATTRIBUTE = 3;
const OPEN_ATTRIBUTE = 4;
const TARGET = 5;
const PLACE = 6;
const KEEP = 7;
const REMOVE = 8;
const REMOVE_ATTRIBUTE = 9;
const SET_TEXT = 10;
const LIKE = 11;
const MODEL = 12;

/** Where what was built goes; the order is the core's. */
export const Place = { Set: 0, Append: 1, Replace: 2, Before: 3 } as const;

const SVG_NAMESPACE = "http://www.w3.org/2000/svg";
const STYLE_NUMBER = /* @__PURE__ */ ATTRIBUTES.indexOf("style");
/** The op that opens one: its code is 0. */
const OPTION_WORD = /* @__PURE__ */ HTML.indexOf("option") << 4;
const MUTED_NUMBER = /* @__PURE__ */ ATTRIBUTES.indexOf("muted");
const FORM_NUMBER = /* @__PURE__ */ HTML.indexOf("form");
const OPEN_NAME = /^(?:data|aria)-[a-z0-9._-]+$/;

/**
 * An element at a depth that is a multiple of this is appended when it ends, not when it begins. Engines look at all that
 * a place is in when something is appended to it, and at all that is in what is appended: this bounds the one at the price of a
 * little of the other. What is nested 256 deep is built twice as fast.
 */
const STOREYS = 32;

/** Does what op buffers say. */
type Apply = (ops: OpBuffer, nodes: Node[], kept: Element[] | undefined) => void;

let made: Apply | undefined;

/**
 * Does what an op buffer says.
 *
 * @param nodes the nodes that the buffer's handles mean; those it keeps are added
 * @param kept the models of the parts before, where the buffer is read in parts; those of this part are added
 * @throws VitrineError `BadRequest` for a buffer that no core wrote; what it did not place is not in the page
 */
export function apply(ops: OpBuffer, nodes: Node[], kept?: Element[]): void {
  made ??= makeApply(dom());
  made(ops, nodes, kept);
}

/** Made once, so that the methods are constants: engines call those directly, which is an eighth faster. */
function makeApply(d: Dom): Apply {
  const { inert, appendChild, appendToFragment, cloneNode, insertAdjacentText, setAttribute, setStyle } = d;
  const { createDocumentFragment, createElement, createElementNS, localName, setTextContent } = d;

  function make(number: number): Element {
    if (number >= HTML.length) return createElementNS.call(inert, SVG_NAMESPACE, named(SVG[number - HTML.length]));
    const element = createElement.call(inert, named(HTML[number]));
    // It has no action to go to; without this it would reload the page.
    if (number === FORM_NUMBER) d.addEventListener.call(element, "submit", preventDefault, true);
    return element;
  }

  /** What later elements are copies of, which is faster than setting attributes. A form's copy would lack what stops it from submitting. */
  function model(element: Element | undefined, isKept: boolean): Element {
    if (element === undefined || localName.call(element) === "form") return named(undefined) as never;
    return isKept ? (cloneNode.call(element, false) as Element) : element;
  }

  function copy(of: Element | undefined): Element {
    return cloneNode.call(of ?? (named(undefined) as never), false) as Element;
  }

  return ({ words, texts: { ascii, wide }, ascii: ownAscii, wide: ownWide }, nodes, kept) => {
    const stack: Node[] = [];
    const models = kept ?? [];
    // What is open; a new fragment at the bottom, the target where nothing is built.
    let open: Node | undefined;
    let fragment: DocumentFragment | undefined;
    let target: Node | undefined;
    let a = ownAscii;
    let u = ownWide;

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
      const op = word & 15;
      switch (op) {
        case OPEN:
        case LIKE: {
          open ??= fragment = createDocumentFragment.call(inert);
          const element = op === OPEN ? make(payload) : copy(models[payload]);
          // A list chooses an option when it comes, by what its attributes are then.
          const late = stack.push(open) % STOREYS === 0 || word === OPTION_WORD;
          if (!late) appendChild.call(open, element);
          open = element;
          break;
        }
        case MODEL:
          // What is in the page when the next part comes may not be as it was any more.
          models.push(model(open as Element, kept !== undefined));
          break;
        case CLOSE: {
          const element = open;
          open = stack.pop();
          if ((stack.length + 1) % STOREYS === 0 || payload !== 0) appendChild.call(open as Node, element as Node);
          break;
        }
        case TEXT: {
          open ??= fragment = createDocumentFragment.call(inert);
          const content = text(payload);
          // One call of the DOM for each text, no object for it, and the fastest of those: `append` takes half as long again.
          if (open === fragment) appendToFragment.call(fragment, content);
          else insertAdjacentText.call(open as Element, "beforeend", content);
          break;
        }
        case ATTRIBUTE: {
          const element = (open ?? target) as Element;
          const value = text(words[w++] as number);
          if (payload === STYLE_NUMBER) setStyle(element, value);
          else setAttribute.call(element, named(ATTRIBUTES[payload]), value);
          // The attribute counts for parsers only. Media have no properties that their content could hide.
          if (payload === MUTED_NUMBER) (element as HTMLMediaElement).muted = true;
          break;
        }
        case OPEN_ATTRIBUTE: {
          const name = text(words[w++] as number);
          const value = text(words[w++] as number);
          setAttribute.call((open ?? target) as Element, named(OPEN_NAME.test(name) ? name : undefined), value);
          break;
        }
        case TARGET:
          target = nodes[payload];
          break;
        case PLACE:
          place(d, payload, target as Element, fragment ?? createDocumentFragment.call(inert));
          fragment = open = undefined;
          break;
        case KEEP:
          nodes[payload] = open as Node;
          break;
        case REMOVE:
          d.remove.call(target as Element);
          break;
        case REMOVE_ATTRIBUTE:
          d.removeAttribute.call(target as Element, named(ATTRIBUTES[payload]));
          break;
        case SET_TEXT:
          setTextContent.call(target as Node, text(payload));
          break;
        default:
          named(undefined);
      }
    }
  };
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
