// Streams of messages, judged by the core one after the other.

import type * as glue from "../../generated/ui.js";
import { isBytes, jsonText, requireBytes, requireObject, thrownText } from "../core/arguments.js";
import { ui } from "../uicp/module.js";
import { tooLong } from "./bytes.js";
import { byCode, type ErrorRule } from "./errors.js";
import { Handle } from "./handle.js";
import type { Finding, Mode } from "./types.js";

/** The guardrails, by name. Sizes are bytes of UTF-8. */
export interface Limits {
  /** Most messages of one response; 64. */
  messages?: number;
  /** Largest message; 65,536. */
  messageBytes?: number;
  /** Most bytes of messages to one surface in one response; 1,048,576. */
  surfaceBytes?: number;
  /** Most bytes of one response; 4,194,304. */
  responseBytes?: number;
  /** Most components of one surface; 2,000. */
  components?: number;
  /** Deepest nesting of components, the root being at depth 1; 50, at most 10,000. */
  depth?: number;
  /** Deepest nesting of the data model, its own entries being at depth 1; 16, at most 100. */
  dataDepth?: number;
  /** Most entries of a data model, at all depths together; 10,000. */
  dataEntries?: number;
  /** Longest string; 65,536. */
  stringBytes?: number;
  /** Most nodes that a surface shows at a time, the rows of templates among them; 100,000. Of the simulator. */
  nodes?: number;
}

/** What messages are judged by. */
export interface ValidatorOptions {
  /** `strict` without it. */
  mode?: Mode;
  /** `"vitrine/1"`: index maps stand for lists. No message is judged otherwise for it, since v0.8 writes lists so anyway. */
  extended?: string;
  /**
   * The pinned catalog, in the form of the specification's standard catalog: `{catalogId?, components, styles?}`; the
   * standard catalog without it. Or what a client says that it can: `{supportedCatalogIds?, inlineCatalogs?}`.
   */
  catalog?: object;
  /** Whether surfaces may use the catalogs that a client sent inline; false without it. */
  inlineCatalogs?: boolean;
  /** Limits other than the defaults. */
  limits?: Limits;
  /** The only actions that components may name. */
  actions?: string[];
  /** The only keys that the context of an action may have. */
  contextKeys?: string[];
  /** Schemes that addresses may have beside http and https: `["mailto"]`. */
  urlSchemes?: string[];
  /** An application's registry, of {@link createErrorRegistry}: findings have its recoveries. */
  registry?: readonly ErrorRule[];
}

const encoder = /* @__PURE__ */ new TextEncoder();

/** Judges a stream; {@link createValidator} makes it. */
export class Validator {
  readonly #handle: Handle<glue.CoreValidator>;
  readonly #rules: ReadonlyMap<string, ErrorRule>;

  /** @internal */
  constructor(given: ValidatorOptions) {
    requireObject(given, "createValidator");
    const { registry, ...options } = given;
    const text = jsonText(options, "createValidator");
    this.#handle = new Handle("Validator", (glue) => new glue.CoreValidator(text));
    this.#rules = byCode(registry);
  }

  /**
   * Judges the next message: all that is wrong with it, in the order of its text. Nothing is thrown for what it says.
   *
   * @param message an object, JSON text or its UTF-8. Only in text can a key be there twice.
   * @throws VitrineError `StaleHandle` after `reinit()` or `free()`
   */
  push(message: object | string | Uint8Array): Finding[] {
    if (isBytes(message)) {
      requireBytes(message, "Validator.push");
      return this.#bytes(message);
    }
    if (typeof message === "string") return this.#text(message);
    let text: string | undefined;
    try {
      text = JSON.stringify(message);
    } catch (thrown) {
      return this.#findings((core) => core.refuse(undefined, thrownText(thrown)));
    }
    if (text !== undefined) return this.#text(text);
    return this.#findings((core) => core.refuse(undefined, `a value of type ${typeof message}`));
  }

  /**
   * Ends a response: what is still wrong with the surfaces that it was to, such as children that never came. A finding's
   * `messageIndex` says into which message its pointer is.
   *
   * @throws VitrineError `StaleHandle` after `reinit()` or `free()`
   */
  finish(): Finding[] {
    return this.#findings((core) => core.finish());
  }

  /** Gives the memory back now instead of when the object is collected. */
  free(): void {
    this.#handle.free();
  }

  [Symbol.dispose](): void {
    this.free();
  }

  #text(text: string): Finding[] {
    return this.#findings((core) => {
      const long = tooLong(text, core.most);
      if (long !== undefined) return core.refuse(long, "");
      const { written } = encoder.encodeInto(text, input(3 * text.length));
      return core.push(written);
    });
  }

  #bytes(bytes: Uint8Array): Finding[] {
    return this.#findings((core) => {
      if (bytes.length > core.most) return core.refuse(bytes.length, "");
      input(bytes.length).set(bytes);
      return core.push(bytes.length);
    });
  }

  #findings(use: (core: glue.CoreValidator) => string): Finding[] {
    const text = this.#handle.call(use);
    if (text === "") return [];
    const findings = JSON.parse(text) as Finding[];
    for (const finding of findings) {
      const own = this.#rules.get(finding.code)?.recovery;
      if (finding.severity === "error" && own !== undefined) finding.recovery = own;
    }
    return findings;
  }
}

/**
 * A validator at the beginning of a stream. One `push` is one message; the messages between two `finish` are one response.
 *
 * @example
 * const validator = a2ui.createValidator();
 * const findings = [...messages.flatMap((message) => validator.push(message)), ...validator.finish()];
 *
 * @throws VitrineNotReadyError before `init()`
 * @throws VitrineError `BadRequest` with a pointer to an option that is not known or cannot be
 */
export function createValidator(options: ValidatorOptions = {}): Validator {
  return new Validator(options);
}

/** Room in the module's memory for so many bytes of a message, until the next call. */
function input(bytes: number): Uint8Array {
  const place = ui.call((glue) => glue.a2ui_input(bytes));
  return new Uint8Array(ui.call((glue) => glue.shared_memory()).buffer, place, bytes);
}
