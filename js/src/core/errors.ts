// The one error type of the package, and how errors of the core become it.

/** What a {@link VitrineError} may carry beside its code and message. */
export interface ErrorFacts {
  /** The facts of the message, for programs; `pointer` among them is where in the input it was. */
  details?: unknown;
  /** What made it fail, where that was another error. */
  cause?: unknown;
}

/**
 * Every failure of the package. `code` is the name a program decides by (`NotFound`, `Conflict`, `DecodeError`, …;
 * section 8 of the turn store's client specification); `message` says what was expected, what was found and what to do.
 */
export class VitrineError extends Error {
  override readonly name: string = "VitrineError";
  /** The kind of failure, by name. */
  readonly code: string;
  /** A JSON Pointer (RFC 6901) to the place in the input, where one place is to blame. */
  readonly pointer?: string;
  /** The facts of the message, for programs. */
  readonly details?: unknown;

  constructor(code: string, message: string, facts: ErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = code;
    if (facts.details === undefined) return;
    this.details = facts.details;
    const pointer = field(facts.details, "pointer");
    if (typeof pointer === "string") this.pointer = pointer;
  }
}

/** The commonest failure, in the words and with the facts that the core gives it: what was expected, what was found. */
export function mismatch(code: string, what: string, expected: string, found: string, pointer?: string): VitrineError {
  const details = { expected, found, ...(pointer && { pointer }) };
  return new VitrineError(code, `${what}: expected ${expected}, found ${found}`, { details });
}

/** Modules that have an entry of their own. */
const ALONE = ["turns", "html", "state"];

/** Code `NotReady`: something was used before `init()` or `initSync()`. */
export class VitrineNotReadyError extends VitrineError {
  override readonly name: string = "VitrineNotReadyError";

  /** `key`: what the module is called where its file is given to the entry of all rooms. */
  constructor(module: string, key = module) {
    const alone = ALONE.includes(module) ? `, which in vitrine/${module} is "initSync(bytes)"` : "";
    super(
      "NotReady",
      `Vitrine's module "${module}" is not loaded. Call "await init()" first, or "initSync({ ${key}: bytes })" where nothing can be awaited${alone}.`,
    );
  }
}

/** Code `Panic`: the instance broke and is not used again; `reinit()` gives a fresh one. */
export class VitrinePanicError extends VitrineError {
  override readonly name: string = "VitrinePanicError";

  constructor(module: string, reason: string, cause?: unknown) {
    super(
      "Panic",
      `Vitrine's module "${module}" stopped on a fault of its own: ${reason}. Call "await reinit()" for a fresh instance; what was made with the old one is lost. Please report the fault with the input that caused it.`,
      { cause },
    );
  }
}

/** Code `Conflict`, status 409: a registry bundle breaks a rule of evolution; `details` name rule, type, version and tag. */
export class RegistryConflictError extends VitrineError {
  override readonly name: string = "RegistryConflictError";
  /** The HTTP status of the same refusal by a host. */
  readonly status = 409;

  constructor(message: string, facts: ErrorFacts = {}) {
    super("Conflict", message, facts);
  }
}

/** An error as the core, the wire and HTTP write it: `{"code", "message", "details"}`. */
export interface ErrorJson {
  code: string;
  message: string;
  details?: unknown;
}

/** Whether `value` is an error in the form that the core, the wire and HTTP share. */
export function isErrorJson(value: unknown): value is ErrorJson {
  return typeof field(value, "code") === "string" && typeof field(value, "message") === "string";
}

/** The error that `json` describes. */
export function fromJson(json: ErrorJson): VitrineError {
  const { code, message, details } = json;
  // Other conflicts (an idempotency key, a type hint) name no rule.
  if (code === "Conflict" && field(details, "rule") !== undefined)
    return new RegistryConflictError(message, { details });
  return new VitrineError(code, message, { details });
}

/** What the core threw, as an error: it throws JSON text. Anything else is passed through as it is. */
export function fromCore(thrown: unknown): unknown {
  if (typeof thrown !== "string") return thrown;
  const json = readJson(thrown);
  return isErrorJson(json) ? fromJson(json) : thrown;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function field(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}
