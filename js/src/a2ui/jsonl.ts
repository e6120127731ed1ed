// Streams of messages: one JSON object a line.

import type * as glue from "../../generated/ui.js";
import { fieldsOf, found, requireNames } from "../core/arguments.js";
import { mismatch } from "../core/errors.js";
import { Draft, type Patch } from "./draft.js";
import { requireText } from "./expect.js";
import { Handle } from "./handle.js";
import type { Finding } from "./types.js";

/** How a stream is read. */
export interface JsonlOptions {
  /** Give what can be shown of an unfinished line; false without it. */
  healing?: boolean;
  /** Most bytes of a line, its end not counted: 1 to 1 GiB; 64 KiB without it. As much is kept in memory. */
  maxLineBytes?: number;
}

/** What came of a line. */
export interface JsonlItem {
  /** The line's number, from 1. Empty lines count. */
  line: number;
  /** A JSON object without repeated keys; whether it is a message of A2UI is for the validator to say. */
  message?: object;
  /** Why the line is none: `A2UI_S2C_ENVELOPE_JSON`, `…_NOT_OBJECT`, `…_DUPLICATE_KEY`, `A2UI_S2C_LIMIT_LINE_BYTES`. */
  error?: Finding;
  /**
   * The line has not ended: `message` is what can be shown of it so far, and the next item of the same line takes its
   * place, be it an error.
   */
  provisional?: boolean;
}

type Told = { line: number; message?: object; error?: Finding; patch?: Patch };

const DEFAULT_BYTES = 64 << 10;
const MOST_BYTES = 1 << 30;
/** As much is handed over at a time: of a line that is too long no more is copied than that. */
const PIECE = 1 << 20;

/**
 * Reads a stream of messages, one a line, however it is cut: between lines, in a line, inside a character. Takes time
 * linear in the stream's length.
 *
 * With `healing`, a `surfaceUpdate` or `dataModelUpdate` that has not ended is given as far as it goes: the components
 * or entries that are complete, and one text that is still being written. Only a text for people is closed before its
 * end: a bound `literalString` that its component shows as words, and a `valueString` from its first space on. Never an
 * id, a URL or a value out of a list. `surfaceId`, and the `path` of a data update, must stand before the list. At most
 * one comes of a call, and of a line with more than 512 items less than one each call.
 *
 * @example
 * const parser = new a2ui.JsonlParser({ healing: true });
 * for await (const chunk of response.body)
 *   for (const { message, error, provisional } of parser.push(chunk)) show(message, provisional);
 * for (const { error } of parser.end()) report(error);
 */
export class JsonlParser {
  readonly #handle: Handle<glue.CoreJsonl>;
  #draft: Draft | undefined;
  /** The first half of a character that was cut between two strings. */
  #half = "";

  /**
   * @throws VitrineNotReadyError before `init()`
   * @throws VitrineError `BadRequest` for options that are none, and for other names
   */
  constructor(options: JsonlOptions = {}) {
    const given = fieldsOf(options, "JsonlParser");
    requireNames(given, "JsonlParser", ["healing", "maxLineBytes"]);
    const { healing = false, maxLineBytes = DEFAULT_BYTES } = given;
    if (typeof healing !== "boolean") throw mismatch("BadRequest", "healing", "true or false", found(healing));
    if (!Number.isInteger(maxLineBytes) || maxLineBytes < 1 || maxLineBytes > MOST_BYTES)
      throw mismatch("BadRequest", "maxLineBytes", `an integer from 1 to ${MOST_BYTES}`, found(maxLineBytes));
    this.#handle = new Handle("JsonlParser", (glue) => new glue.CoreJsonl(healing, maxLineBytes));
  }

  /**
   * Takes the next piece: what came of the lines that end in it, and, when healing, what can be shown of the one that
   * does not.
   *
   * @param chunk text or UTF-8. A lone surrogate in a text becomes U+FFFD.
   * @throws VitrineError `BadRequest` for anything else, `StaleHandle` after `reinit()` or `free()`
   */
  push(chunk: string | Uint8Array): JsonlItem[] {
    requireText(chunk, "JsonlParser.push");
    if (typeof chunk !== "string") {
      const flushed = this.#flush();
      const items = this.#pieces(chunk.length, (core, from, to) => core.push(chunk.subarray(from, to)));
      return flushed.length === 0 ? items : [...flushed, ...items];
    }
    const text = this.#half + chunk;
    // A string may end inside a surrogate pair.
    const cut = (text.charCodeAt(text.length - 1) & 0xfc00) === 0xd800 ? text.length - 1 : text.length;
    this.#half = text.slice(cut);
    return this.#pieces(cut, (core, from, to) => core.push_text(text.slice(from, to)), text);
  }

  /** The stream has ended: what came of a last line without a line end. Another stream may begin, at line 1. */
  end(): JsonlItem[] {
    return [...this.#flush(), ...this.#items((core) => core.end())];
  }

  /** Gives the memory back now instead of when the object is collected. */
  free(): void {
    this.#handle.free();
  }

  [Symbol.dispose](): void {
    this.free();
  }

  /** Half a character that nothing followed. */
  #flush(): JsonlItem[] {
    const half = this.#half;
    this.#half = "";
    return half === "" ? [] : this.#items((core) => core.push_text(half));
  }

  /** What comes of pieces: no text is cut inside a character. */
  #pieces(length: number, use: (core: glue.CoreJsonl, from: number, to: number) => string, text = ""): JsonlItem[] {
    if (length <= PIECE) return this.#items((core) => use(core, 0, length));
    const all: JsonlItem[] = [];
    for (let from = 0, to = 0; from < length; from = to) {
      to = Math.min(from + PIECE, length);
      if (to < length && (text.charCodeAt(to - 1) & 0xfc00) === 0xd800) to -= 1;
      const start = from;
      for (const item of this.#items((core) => use(core, start, to))) all.push(item);
    }
    // Of what can be shown so far the last holds.
    return all.filter((item, at) => !item.provisional || at === all.length - 1);
  }

  #items(use: (core: glue.CoreJsonl) => string): JsonlItem[] {
    const text = this.#handle.call(use);
    return text === "" ? [] : (JSON.parse(text) as Told[]).map((told) => this.#item(told));
  }

  #item({ patch, ...told }: Told): JsonlItem {
    if (!patch) {
      this.#draft = undefined;
      return told;
    }
    this.#draft ??= new Draft();
    return { line: told.line, message: this.#draft.apply(patch), provisional: true };
  }
}
