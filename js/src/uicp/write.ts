// From a value of JavaScript to the words of a document (`src/uicp/doc.rs`), and to a copy of it, which is what was read:
// each property is read once, so that whatever a value does while it is read, what is checked is what is given back.

import { textInto, utf8Length } from "#env";
import { define, keyNames } from "./read.js";

const NULL = 0;
const FALSE = 1;
const TRUE = 2;
const NUMBER = 3;
const LIST = 6;
const OBJECT = 7;
const KEY = 8;
const GIVEN = 9;
const ODD = 12;
const LENGTH = 13;

/** What no JSON holds; the order is the core's. */
const Odd = {
  Undefined: 0,
  Function: 1,
  Symbol: 2,
  BigInt: 3,
  NaN: 4,
  Infinite: 5,
  NotPlain: 6,
  Cycle: 7,
  Unreadable: 8,
  Deep: 9,
  Many: 10,
  Long: 11,
} as const;

/** The core's own limits. */
const MOST_DEPTH = 64;
const MOST_VALUES = 100_000;
const MOST_BYTES = 4 << 20;
const HTML_PER_OP = 64 << 10;
const HTML_PER_BATCH = 128 << 10;

/** What one large value made larger than this is not kept. */
const KEPT = 1 << 20;
/** Up to this length a loop over characters is faster than a call to the encoder. */
const SHORT_TEXT = 40;

/** A document, until the next call. */
export interface Document {
  words: Uint32Array;
  bytes: Uint8Array;
  texts: readonly string[];
  /** Whether there is something in it that no JSON holds. */
  odd: boolean;
  /** The same as a new value; where nothing in it is odd. */
  copy: unknown;
}

type Dict = Record<string, unknown>;

let words = new Uint32Array(1 << 12);
let bytes = new Uint8Array(1 << 16);
let w = 0;
let b = 0;
// Where the document begins in both.
let wordsFrom = 0;
let bytesFrom = 0;
let texts: string[] = [];
let values = 0;
let isOdd = false;
let isKept = false;
// Where the lengths of markup are, and what they are at most together.
let markups: number[] = [];
let markupMost = 0;
let numbers: Map<string, number> | undefined;
const outer: object[] = [];

const half = new Uint32Array(2);
const whole = new Float64Array(half.buffer);
const { prototype } = Object;
const hasOwn = prototype.hasOwnProperty;

/** A limit that was met, on its way out. */
class Stop {
  readonly kind: number;

  constructor(kind: number) {
    this.kind = kind;
  }
}

/**
 * The words of a value, and a copy.
 *
 * @param keep whether the core is to have the markup in it, or only its length, for which the check asks
 */
export function write(input: unknown, keep: boolean): Document {
  numbers ??= new Map(keyNames().flatMap((name, number) => (name === "" ? [] : [[name, number]])));
  // A getter in a value may come back here: what is written then lies behind what was written before.
  const before = { w, b, wordsFrom, bytesFrom, texts, values, isOdd, isKept, markups, markupMost, depth: outer.length };
  [wordsFrom, bytesFrom, texts, values, isOdd, isKept, markups, markupMost] = [w, b, [], 0, false, keep, [], 0];
  try {
    const copy = value(input, 0);
    if (markupMost > HTML_PER_BATCH) countMarkup();
    return { words: words.subarray(wordsFrom, w), bytes: bytes.subarray(bytesFrom, b), texts, odd: isOdd, copy };
  } catch (thrown) {
    if (!(thrown instanceof Stop)) throw thrown;
    const only = Uint32Array.of(ODD | (thrown.kind << 4));
    return { words: only, bytes: new Uint8Array(0), texts: [], odd: true, copy: undefined };
  } finally {
    ({ w, b, wordsFrom, bytesFrom, texts, values, isOdd, isKept, markups, markupMost } = before);
    outer.length = before.depth;
    if (w === 0 && words.length > KEPT) words = new Uint32Array(1 << 12);
    if (b === 0 && bytes.length > KEPT) bytes = new Uint8Array(1 << 16);
  }
}

/** Writes a value; its copy. */
function value(input: unknown, depth: number): unknown {
  if (++values > MOST_VALUES) throw new Stop(Odd.Many);
  if (w + 8 > words.length) moreWords();
  switch (typeof input) {
    case "string":
      text(input);
      return input;
    case "number":
      number(input);
      return input;
    case "boolean":
      words[w++] = input ? TRUE : FALSE;
      return input;
    case "object":
      if (input !== null) return container(input, depth);
      words[w++] = NULL;
      return input;
    case "undefined":
      return odd(Odd.Undefined);
    case "function":
      return odd(Odd.Function);
    case "symbol":
      return odd(Odd.Symbol);
    default:
      return odd(Odd.BigInt);
  }
}

function odd(kind: number): undefined {
  isOdd = true;
  words[w++] = ODD | (kind << 4);
}

function number(input: number): void {
  if (Number.isFinite(input)) {
    whole[0] = input;
    words[w++] = NUMBER;
    words[w++] = half[0] as number;
    words[w++] = half[1] as number;
  } else {
    odd(Number.isNaN(input) ? Odd.NaN : Odd.Infinite);
  }
}

/** The words of a text, and its UTF-8. Half of a surrogate pair becomes U+FFFD there. */
function text(input: string): void {
  const { length } = input;
  if (b - bytesFrom + length > MOST_BYTES) throw new Stop(Odd.Long);
  if (b + 3 * length > bytes.length) moreBytes(3 * length);
  const start = b;
  if (!(length < SHORT_TEXT && asciiInto(input, length))) b += textInto(bytes, b, input);
  words[w++] = GIVEN | ((b - start) << 4);
  words[w++] = start - bytesFrom;
  words[w++] = texts.push(input) - 1;
}

/**
 * The length of markup. To count its bytes takes as long as all else together, so that is left to where it matters: as
 * long as three for each unit stay within all budgets, it does not.
 */
function markup(input: string): void {
  values++;
  const most = 3 * input.length;
  markupMost += most;
  if (most > HTML_PER_OP) markupMost = Number.POSITIVE_INFINITY;
  markups.push(w);
  words[w++] = LENGTH | (most << 4);
  words[w++] = texts.push(input) - 1;
}

/** Counts the bytes of all markup. */
function countMarkup(): void {
  for (const place of markups) words[place] = LENGTH | (utf8Length(texts[words[place + 1] as number] as string) << 4);
}

/** Writes a short text, if it is ASCII all. */
function asciiInto(input: string, length: number): boolean {
  for (let i = 0; i < length; i++) {
    const unit = input.charCodeAt(i);
    if (unit > 0x7f) return false;
    bytes[b + i] = unit;
  }
  b += length;
  return true;
}

function container(input: object, depth: number): unknown {
  if (depth >= MOST_DEPTH) throw new Stop(Odd.Deep);
  if (outer.includes(input)) return odd(Odd.Cycle);
  const head = w;
  outer.push(input);
  let copy: unknown;
  try {
    if (Array.isArray(input)) copy = list(input, depth + 1);
    else if (isPlain(input)) copy = object(input as Dict, depth + 1);
    else odd(Odd.NotPlain);
  } catch (thrown) {
    if (thrown instanceof Stop) throw thrown;
    // Its keys could not be read.
    w = head;
    odd(Odd.Unreadable);
  }
  outer.pop();
  return copy;
}

/** An object of data: not a `Map`, a `Date` or the like, whose content is not in its properties. */
function isPlain(input: object): boolean {
  const found = Object.getPrototypeOf(input);
  return found === prototype || found === null || prototype.toString.call(input) === "[object Object]";
}

function list(input: unknown[], depth: number): unknown[] {
  const head = w;
  w += 2;
  const { length } = input;
  const copy: unknown[] = [];
  for (let i = 0; i < length; i++) {
    let item: unknown;
    try {
      item = input[i];
    } catch {
      if (w + 8 > words.length) moreWords();
      odd(Odd.Unreadable);
      continue;
    }
    copy.push(value(item, depth));
  }
  words[head] = LIST | (length << 4);
  words[head + 1] = w - wordsFrom;
  return copy;
}

function object(input: Dict, depth: number): Dict {
  const copy: Dict = {};
  const head = w;
  w += 2;
  let count = 0;
  // `in`, because engines read the properties of such a loop without looking their names up.
  for (const name in input) {
    if (!hasOwn.call(input, name)) continue;
    let inside: unknown;
    try {
      inside = input[name];
    } catch {
      inside = UNREADABLE;
    }
    // It is as if it were not there.
    if (inside === undefined) continue;
    count++;
    key(name);
    if (name === "html" && typeof inside === "string" && !isKept && inside.length < MOST_BYTES) {
      markup(inside);
      copy.html = inside;
    } else if (inside === UNREADABLE) {
      odd(Odd.Unreadable);
    } else {
      define(copy, name, value(inside, depth));
    }
  }
  words[head] = OBJECT | (count << 4);
  words[head + 1] = w - wordsFrom;
  return copy;
}

/** Stands for a property that could not be read. */
const UNREADABLE = /* @__PURE__ */ Symbol("unreadable");

function key(name: string): void {
  if (w + 8 > words.length) moreWords();
  const number = (numbers as Map<string, number>).get(name);
  if (number === undefined) text(name);
  else words[w++] = KEY | (number << 4);
}

function moreWords(): void {
  const larger = new Uint32Array(2 * words.length);
  larger.set(words.subarray(0, w));
  words = larger;
}

function moreBytes(count: number): void {
  const larger = new Uint8Array(Math.max(2 * bytes.length, b + count));
  larger.set(bytes.subarray(0, b));
  bytes = larger;
}
