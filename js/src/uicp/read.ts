// From the words of a checked document (`src/uicp/doc.rs`) to plain objects.

import { textsAt, wordsAt } from "../html/core.js";
import { ui } from "./module.js";

// The low four bits of a word; the order is the core's.
const FALSE = 1;
const TRUE = 2;
const NUMBER = 3;
const TEXT = 4;
const WIDE = 5;
const LIST = 6;
const OBJECT = 7;
const KEY = 8;
const GIVEN = 9;
const DROPPED = 10;
const CALL = 11;
const LENGTH = 13;

const NONE = new Uint32Array(0);

/** The keys that mean something, by number. */
let names: string[] | undefined;

/** The document: its words, its texts, and those that the value came with. */
let words = NONE;
let ascii = "";
let wide = "";
let given: readonly string[] = [];
let at = 0;

const half = new Uint32Array(2);
const whole = new Float64Array(half.buffer);

/** The keys that mean something, by number, in both spellings. */
export function keyNames(): string[] {
  // A string that was once a property key is the engine's own object for it.
  names ??= ui.call((glue) => glue.uicp_keys().split("\n")).map((name) => Object.keys({ [name]: 0 })[0] as string);
  return names;
}

/**
 * The value of the document whose layout the core gave.
 *
 * @param texts those of a value, by number
 */
export function read(layout: number, texts: readonly string[]): unknown {
  keyNames();
  const { buffer } = ui.call((glue) => glue.shared_memory());
  const laid = new Uint32Array(buffer, layout, 6);
  words = wordsAt(buffer, laid);
  ({ ascii, wide } = textsAt(buffer, laid));
  given = texts;
  at = 0;
  try {
    return value();
  } finally {
    words = NONE;
    ascii = wide = "";
    given = [];
  }
}

function value(): unknown {
  const here = at;
  const word = words[here] as number;
  const payload = word >>> 4;
  switch (word & 15) {
    case TEXT: {
      const place = words[here + 1] as number;
      at = here + 2;
      return ascii.substring(place, place + payload);
    }
    case WIDE: {
      const place = words[here + 2] as number;
      at = here + 4;
      return wide.substring(place, place + (words[here + 3] as number));
    }
    case OBJECT:
      at = here + 2;
      return object(payload);
    case FALSE:
      at = here + 1;
      return false;
    case TRUE:
      at = here + 1;
      return true;
    case NUMBER:
      half[0] = words[here + 1] as number;
      half[1] = words[here + 2] as number;
      at = here + 3;
      return whole[0];
    case LIST: {
      const list: unknown[] = [];
      at = here + 2;
      for (let count = payload; count > 0; count--) list.push(value());
      return list;
    }
    case CALL: {
      at = here + 2;
      const call = object(payload);
      call.method = "GET";
      return call;
    }
    case GIVEN:
      at = here + 3;
      return given[words[here + 2] as number];
    case LENGTH:
      at = here + 2;
      return given[words[here + 1] as number];
    default:
      at = here + 1;
      return null;
  }
}

function object(count: number): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (let left = count; left > 0; left--) {
    const word = words[at] as number;
    switch (word & 15) {
      case KEY:
        at += 1;
        set(result, (names as string[])[word >>> 4] as string, value());
        break;
      case DROPPED:
        at += 1;
        value();
        break;
      default: {
        const key = value() as string;
        define(result, key, value());
      }
    }
  }
  return result;
}

/** Sets a key that means something. Those of most envelopes have a place of their own: engines remember at each where its key goes. */
function set(target: Record<string, unknown>, name: string, value: unknown): void {
  switch (name) {
    case "op":
      target.op = value;
      break;
    case "params":
      target.params = value;
      break;
    case "windowId":
      target.windowId = value;
      break;
    case "target":
      target.target = value;
      break;
    case "html":
      target.html = value;
      break;
    case "id":
      target.id = value;
      break;
    case "traceId":
      target.traceId = value;
      break;
    case "txnId":
      target.txnId = value;
      break;
    default:
      target[name] = value;
  }
}

/** Sets a key that may be called `__proto__`, which an assignment would not make a property. */
export function define(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === "__proto__")
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  else target[key] = value;
}
