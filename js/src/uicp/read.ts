// From the words of a checked document (`src/uicp/doc.rs`) to plain objects.

import { asciiText, utf16Text } from "#env";
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

/** The keys that mean something, by number. */
let names: string[] | undefined;

/** The document: its words, its texts, and those that the value came with. */
let words = new Uint32Array(0);
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
  const [place, count, asciiAt, asciiLength, wideAt, units] = new Uint32Array(buffer, layout, 6) as unknown as number[];
  words = new Uint32Array(buffer, place, count);
  ascii = asciiLength === 0 ? "" : asciiText(buffer, asciiAt as number, asciiLength as number);
  wide = units === 0 ? "" : utf16Text(buffer, wideAt as number, units as number);
  given = texts;
  at = 0;
  try {
    return value();
  } finally {
    words = new Uint32Array(0);
    ascii = wide = "";
    given = [];
  }
}

function value(): unknown {
  const word = words[at++] as number;
  switch (word & 15) {
    case FALSE:
      return false;
    case TRUE:
      return true;
    case NUMBER:
      half[0] = words[at++] as number;
      half[1] = words[at++] as number;
      return whole[0];
    case TEXT:
    case WIDE:
    case GIVEN:
    case LENGTH:
      return text(word);
    case LIST: {
      const list: unknown[] = [];
      at += 1;
      for (let count = word >>> 4; count > 0; count--) list.push(value());
      return list;
    }
    case OBJECT:
      return object(word >>> 4);
    case CALL: {
      const call = object(word >>> 4);
      call.method = "GET";
      return call;
    }
    default:
      return null;
  }
}

function text(word: number): string {
  const length = word >>> 4;
  const place = words[at++] as number;
  switch (word & 15) {
    case LENGTH:
      return given[place] as string;
    case TEXT:
      return ascii.substring(place, place + length);
    case WIDE: {
      const start = words[at++] as number;
      return wide.substring(start, start + (words[at++] as number));
    }
    default:
      return given[words[at++] as number] as string;
  }
}

function object(count: number): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  at += 1;
  for (let left = count; left > 0; left--) {
    const word = words[at++] as number;
    switch (word & 15) {
      case KEY:
        result[(names as string[])[word >>> 4] as string] = value();
        break;
      case DROPPED:
        value();
        break;
      default:
        define(result, text(word), value());
    }
  }
  return result;
}

/** Sets a key that may be called `__proto__`, which an assignment would not make a property. */
export function define(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === "__proto__")
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  else target[key] = value;
}
