// The tape's reader: words in the module's memory become plain objects of stable shape.
//
// `src/turns/tape.rs` describes the tape; `src/turns/materialise.rs` is this file's native twin. No code is generated:
// an object is made by spreading a template that has all its keys (`clones.ts`), because engines clone such an object in
// one step and then find every key where it was the last time. State is in variables of one closure, not in fields: this
// is the package's hottest loop, and that is what ran fastest in it.

import { asciiText, atOnce, utf16Text } from "#env";
import { nextClone } from "./clones.js";
import type { TypedTurn } from "./types.js";

/** Instead of a slot's word: a tagged word follows. */
const ESCAPE = -0x80000000;
/** Instead of a number: it is the next float. */
const FLOAT = ESCAPE + 1;

/** How a slot stands on the tape; the order is the core's. */
const Kind = { Label: 0, Text: 1, Number: 2, Struct: 3, Structs: 4, Any: 5 } as const;

/** The low four bits of a tagged word; the order is the core's. */
const Tag = {
  Null: 0,
  False: 1,
  True: 2,
  Int: 3,
  Float: 4,
  Text: 5,
  List: 6,
  Dict: 7,
  Struct: 8,
  Pairs: 9,
  Label: 10,
  Big: 11,
  View: 12,
} as const;

/** How many shapes of one type are remembered: whoever writes turns could have a new one in each of them. */
const MOST_SHAPES = 1024;

/** Bits of a turn's first word. */
const Flag = { Error: 1, Verified: 2, Unknown: 4, Warnings: 8 } as const;

type Dict = Record<string, unknown>;

/** The slots of one presence mask, ready to be filled. */
interface Shape {
  mask: number;
  /** A new object with all the keys. */
  clone: (template: Dict) => Dict;
  template: Dict;
  names: string[];
  kinds: number[];
  programs: number[];
}

interface Program {
  slots: [name: string, kind: number, program: number][];
  shapes: Map<number, Shape>;
  /** The shape met last: most structs of a type have the same fields. */
  last: Shape | undefined;
}

/** What `CoreProjector.describe` answers. */
interface Description {
  heads: [typeId: string, typeVersion: number][];
  programs: Program["slots"][];
  labels: string[];
  keys: string[];
}

/** What the reader needs of the projector whose tape it reads. */
export interface TapeSource {
  memory: WebAssembly.Memory;
  describe(heads: number, programs: number, labels: number, keys: number): string;
}

/** Reads tapes of one projector, chunk after chunk. */
export interface TapeReader {
  /** Makes the next chunk current. `layout` is the address that the projector gave; the result is its first word. */
  open(layout: number): number;
  /** Appends `count` turns to `out` from `at` on. */
  turns(out: TypedTurn[], at: number, count: number): void;
  /** The current chunk's one bare payload. */
  payload(flags: number): Pick<TypedTurn, "data" | "unknown" | "warnings">;
  /** Lets go of the chunk. */
  close(): void;
}

/** Sets a key that may be called `__proto__`, which an assignment would not make a property. */
function define(target: Dict, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
}

/** An object with these keys, to be cloned. Interns them: `JSON.parse` gives them the engine's own string objects. */
function templateOf<T>(names: string[]): T {
  return JSON.parse(`{${names.map((name) => `${JSON.stringify(name)}:null`).join(",")}}`);
}

type Head = TypedTurn["declared_type"];

const TURN = "turn_id parent_turn_id depth declared_type decoded_as content_hash_b3 verified".split(" ");
const DECODED = templateOf<TypedTurn>([...TURN, "data"]);
const WITH_UNKNOWN = templateOf<TypedTurn>([...TURN, "data", "unknown"]);
const FAILED = templateOf<TypedTurn>([...TURN, "error"]);

function makeShape(program: Program, mask: number): Shape {
  const present = program.slots.filter((_, slot) => (mask >>> slot) & 1);
  return {
    mask,
    clone: nextClone(),
    template: templateOf(present.map(([name]) => name)),
    names: present.map(([name]) => name),
    kinds: present.map(([, kind]) => kind),
    programs: present.map(([, , inner]) => inner),
  };
}

/**
 * A reader for one projector.
 *
 * @param detach copy each string by itself instead of slicing it from a text that all strings of a chunk share
 * @param views the bytes that byte views point into
 */
export function createTapeReader(source: TapeSource, detach: boolean, views: () => Uint8Array): TapeReader {
  const heads: Head[] = [];
  const programs: Program[] = [];
  const labels: string[] = [];
  const keys: string[] = [];
  let generation = 0;

  // Views of all the memory, made anew only where it has grown.
  let buffer: ArrayBufferLike = source.memory.buffer;
  let words = new Int32Array(buffer);
  let floats = new Float64Array(buffer);
  /** The id of the turn before. */
  let before = "";
  // Places in the four buffers, those of text from where they begin in memory, and how long these are.
  let w = 0;
  let f = 0;
  let a = 0;
  let u = 0;
  let asciiStart = 0;
  let wideStart = 0;
  let asciiLength = 0;
  let wideLength = 0;
  // The part of each text that is a string now, and where it begins and ends.
  let ascii = "";
  let asciiFrom = 0;
  let asciiTo = 0;
  let wide = "";
  let wideFrom = 0;
  let wideTo = 0;

  function look(): void {
    if (buffer === source.memory.buffer) return;
    buffer = source.memory.buffer;
    words = new Int32Array(buffer);
    floats = new Float64Array(buffer);
  }

  /** What the layout at place `at` of the words speaks of beyond what is known. */
  function learn(at: number): void {
    if (words[at + 1] !== generation) {
      heads.length = 0;
      keys.length = 0;
      generation = words[at + 1] as number;
    }
    if (
      heads.length === words[at + 2] &&
      programs.length === words[at + 3] &&
      labels.length === words[at + 4] &&
      keys.length === words[at + 5]
    ) {
      return;
    }
    const more: Description = JSON.parse(source.describe(heads.length, programs.length, labels.length, keys.length));
    for (const [type_id, type_version] of more.heads) heads.push({ type_id, type_version });
    for (const slots of more.programs) programs.push({ slots, shapes: new Map(), last: undefined });
    labels.push(...more.labels);
    // A string that was once a property key is the engine's own object for it.
    for (const key of more.keys) keys.push(Object.keys({ [key]: 0 })[0] as string);
  }

  /** Makes a string of the text from `start` on, of at least `length` characters. */
  function nextAscii(start: number, length: number): void {
    asciiFrom = start;
    asciiTo = start + Math.max(length, atOnce(asciiLength - start, 1));
    ascii = asciiText(buffer, asciiStart + start, asciiTo - start);
  }

  function nextWide(start: number, length: number): void {
    wideFrom = start;
    wideTo = start + Math.max(length, atOnce(wideLength - start, 2));
    wide = utf16Text(buffer, wideStart + 2 * start, wideTo - start);
  }

  function text(word: number): string {
    const length = word >>> 1;
    if ((word & 1) === 0) {
      const start = a;
      a = start + length;
      if (detach) return asciiText(buffer, asciiStart + start, length);
      if (a > asciiTo) nextAscii(start, length);
      return ascii.substring(start - asciiFrom, a - asciiFrom);
    }
    const start = u;
    u = start + length;
    if (detach) return utf16Text(buffer, wideStart + 2 * start, length);
    if (u > wideTo) nextWide(start, length);
    return wide.substring(start - wideFrom, u - wideFrom);
  }

  function tagged(): unknown {
    const word = words[w++] as number;
    switch (word & 15) {
      case Tag.False:
        return false;
      case Tag.True:
        return true;
      case Tag.Int:
        return word >> 4;
      case Tag.Float:
        return floats[f++];
      case Tag.Text:
        return text(word >>> 4);
      case Tag.List: {
        const count = word >>> 4;
        const list = new Array(count);
        for (let i = 0; i < count; i++) list[i] = tagged();
        return list;
      }
      case Tag.Dict:
        return dict(word >>> 4);
      case Tag.Struct:
        return struct(word >>> 4);
      case Tag.Pairs:
        return pairs(programs[word >>> 4] as Program);
      case Tag.Label:
        return labels[word >>> 4];
      case Tag.Big:
        return BigInt(text(word >>> 4));
      case Tag.View: {
        const at = words[w++] as number;
        const length = words[w++] as number;
        return views().subarray(at, at + length);
      }
      default:
        return null;
    }
  }

  function dict(count: number): Dict {
    const result: Dict = {};
    for (let i = 0; i < count; i++) {
      const word = words[w++] as number;
      const key = word < 0 ? (keys[word & 0x7fffffff] as string) : text(word);
      if (key === "__proto__") define(result, key, tagged());
      else result[key] = tagged();
    }
    return result;
  }

  function struct(index: number): Dict | unknown {
    const mask = words[w++] as number;
    if (mask === ESCAPE) return tagged();
    const program = programs[index] as Program;
    let shape = program.last as Shape;
    if (shape === undefined || shape.mask !== mask) {
      shape = program.shapes.get(mask) as Shape;
      if (shape === undefined) {
        shape = makeShape(program, mask);
        if (program.shapes.size >= MOST_SHAPES) program.shapes.clear();
        program.shapes.set(mask, shape);
      }
      program.last = shape;
    }
    const { names, kinds, programs: inner } = shape;
    const result = shape.clone(shape.template);
    for (let i = 0; i < kinds.length; i++) {
      result[names[i] as string] = slot(kinds[i] as number, inner, i);
    }
    return result;
  }

  function slot(kind: number, inner: number[], i: number): unknown {
    switch (kind) {
      case Kind.Text: {
        const word = words[w++] as number;
        return word === ESCAPE ? tagged() : text(word);
      }
      case Kind.Label: {
        const word = words[w++] as number;
        return word === ESCAPE ? tagged() : labels[word];
      }
      case Kind.Number: {
        const word = words[w++] as number;
        return word > FLOAT ? word : word === FLOAT ? floats[f++] : tagged();
      }
      case Kind.Struct:
        return struct(inner[i] as number);
      case Kind.Structs: {
        const count = words[w++] as number;
        if (count === ESCAPE) return tagged();
        const program = inner[i] as number;
        const list = new Array(count);
        for (let item = 0; item < count; item++) list[item] = struct(program);
        return list;
      }
      default:
        return tagged();
    }
  }

  /**
   * Slots in any order, the last value of each; in the object they stand in the program's order. Costs what is there,
   * however wide the type is.
   */
  function pairs(program: Program): Dict {
    const one = [0];
    const values = new Map<number, unknown>();
    for (let count = words[w++] as number; count > 0; count--) {
      const index = words[w++] as number;
      const [, kind, inner] = program.slots[index] as Program["slots"][number];
      one[0] = inner;
      values.set(index, slot(kind, one, 0));
    }
    const result: Dict = {};
    for (const index of [...values.keys()].sort((one, other) => one - other)) {
      const [name] = program.slots[index] as Program["slots"][number];
      define(result, name, values.get(index));
    }
    return result;
  }

  function head(): Head {
    return { ...(heads[words[w++] as number] as Head) };
  }

  /** A turn as far as its head goes. */
  function begun(flags: number): TypedTurn {
    // No literal: at one an engine counts how many of its objects live on, and where most do, it makes them in old
    // memory from then on, which takes as long as the whole projection besides.
    const turn = flags & Flag.Error ? { ...FAILED } : flags & Flag.Unknown ? { ...WITH_UNKNOWN } : { ...DECODED };
    turn.declared_type = head();
    turn.decoded_as = head();
    const id = text(words[w++] as number);
    const parent = words[w++] as number;
    turn.turn_id = id;
    turn.parent_turn_id = parent === ESCAPE ? before : text(parent);
    before = id;
    turn.content_hash_b3 = text(64 << 1);
    const depth = words[w++] as number;
    turn.depth = depth === FLOAT ? (floats[f++] as number) : depth;
    turn.verified = (flags & Flag.Verified) !== 0;
    return turn;
  }

  function turn(): TypedTurn {
    const flags = words[w++] as number;
    const turn = begun(flags);
    if (flags & Flag.Error) {
      turn.error = tagged() as NonNullable<TypedTurn["error"]>;
      return turn;
    }
    turn.data = struct(words[w++] as number) as Dict;
    if (flags & Flag.Unknown) turn.unknown = tagged() as Dict;
    if (flags & Flag.Warnings) turn.warnings = tagged() as unknown[];
    return turn;
  }

  return {
    open(layout) {
      look();
      const at = layout >>> 2;
      learn(at);
      // `describe` may have grown the memory; the addresses still hold.
      look();
      w = (words[at + 6] as number) >>> 2;
      asciiStart = (words[at + 8] as number) >>> 0;
      wideStart = (words[at + 10] as number) >>> 0;
      f = (words[at + 12] as number) >>> 3;
      asciiLength = words[at + 9] as number;
      wideLength = words[at + 11] as number;
      a = u = asciiTo = wideTo = 0;
      before = "";
      return words[at] as number;
    },
    turns(out, at, count) {
      for (let i = 0; i < count; i++) out[at + i] = turn();
    },
    payload(flags) {
      const result: Pick<TypedTurn, "data" | "unknown" | "warnings"> = { data: struct(words[w++] as number) as Dict };
      if (flags & Flag.Unknown) result.unknown = tagged() as Dict;
      if (flags & Flag.Warnings) result.warnings = tagged() as unknown[];
      return result;
    },
    close() {
      ascii = wide = before = "";
    },
  };
}
