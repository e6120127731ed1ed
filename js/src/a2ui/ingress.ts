// What comes back from clients: taken in once, or rejected with a code.

import type * as glue from "../../generated/ui.js";
import { jsonText, requireString } from "../core/arguments.js";
import { mismatch } from "../core/errors.js";
import { tooLong } from "./bytes.js";
import { byCode, type ErrorRule } from "./errors.js";
import { requireText } from "./expect.js";
import { Handle } from "./handle.js";
import type { Finding } from "./types.js";

/** The type of a value in a context. `path` is a text that is made a canonical path. */
export type ContextType = "string" | "number" | "boolean" | "scalar" | "path" | "array" | "object" | "any";

/** The rule of a key in a context. */
export interface ContextRule {
  /** `any` without it. */
  type?: ContextType;
  /** Whether the key must be there; false without it. */
  required?: boolean;
  /** Most characters (code points) of a string. */
  maxLength?: number;
  /** The only values. */
  enum?: unknown[];
}

/** The rules of an action. */
export interface ActionRule {
  /** The only keys that its context may have, each with its rule or the name of its type. Any key without it. */
  context?: Record<string, ContextRule | ContextType>;
  /** The surfaces that it may come from, by their ids without an epoch. All without it. */
  surfaces?: string[];
}

/** What is current of a surface. */
export interface IngressSurface {
  /**
   * From 1 on, and 1 without it. Messages call the surface `main` so in its first epoch, `main#e=2` in its second; an
   * action from another one is stale.
   */
  epoch?: number;
  /** What the action must carry as `vitrine.nonce`, compared in constant time. Not looked at without it. */
  nonce?: string | null;
  /** What the action must carry as `vitrine.rev`. Not looked at without it. */
  rev?: number | null;
}

/** How much is taken, and how long it is remembered. */
export interface IngressLimits {
  /** Largest body in bytes; 65,536. */
  bodyBytes?: number;
  /** Largest context in bytes of compact JSON; 16,384. */
  contextBytes?: number;
  /** Most arrays and objects inside each other in a context, itself included; 4, at most 100. */
  contextDepth?: number;
  /** Most keys of a context at all depths together, its reserved ones not counted; 64. */
  contextKeys?: number;
  /** Most actions that are remembered, the oldest are forgotten first; 1,000. */
  remembered?: number;
  /** How long they are remembered, in milliseconds; 600,000. */
  ttlMs?: number;
}

/** What an ingress goes by. */
export interface IngressOptions {
  /** The only actions that pass: their names, or by name their rules. */
  actions: string[] | Record<string, ActionRule>;
  /** What is shown at present, by the id without an epoch. Surfaces of the UI IR can be given as they are. */
  surfaces?: Record<string, IngressSurface>;
  /** Limits other than the defaults. */
  limits?: IngressLimits;
  /** An application's registry, of {@link createErrorRegistry}: rejections have its statuses and sentences. */
  registry?: readonly ErrorRule[];
}

/** A user action that passed. */
export interface IngressAction {
  kind: "userAction";
  name: string;
  /** As it was sent, with its epoch. */
  surfaceId: string;
  /** The surface without its epoch. */
  surface: string;
  epoch: number;
  sourceComponentId: string;
  /** RFC 3339. Of a form without one, when it was accepted. */
  timestamp: string;
  /** Without the reserved keys. */
  context: Record<string, unknown>;
  /** The idempotency key: `vitrine.key`, or the hash that stands for it. */
  key: string;
}

/** An error that a client reports about a surface of its own. */
export interface IngressReport {
  kind: "error";
  code: "A2UI_C2S_CLIENT_ERROR";
  surfaceId?: string;
  error: Record<string, unknown>;
}

/** What was sent passed. */
export interface IngressAccepted {
  ok: true;
  action: IngressAction | IngressReport;
  /** It was accepted before: `action` is what it was then, and it must not run again. */
  repeated: boolean;
  /** What is not written as it should be. */
  warnings: Finding[];
}

/** What was sent is rejected. */
export interface IngressRejected {
  ok: false;
  /** `A2UI_C2S_…`, as the error registry has it. */
  code: string;
  /** The HTTP status of the answer. */
  http: number;
  /** A sentence for the person. */
  message: string;
  /** Where in what was sent: a JSON Pointer. */
  pointer: string;
  /** For the developer, and no secret: what was expected, and what was found. */
  reason: string;
}

/** What becomes of something that was sent. */
export type IngressAnswer = IngressAccepted | IngressRejected;

/**
 * Takes in what the clients of one session send.
 *
 * | code | status | when |
 * | --- | --- | --- |
 * | `A2UI_C2S_ENVELOPE_INVALID` | 400 | no JSON, not exactly one of `userAction` and `error`, an id, time or reserved key of another form |
 * | `A2UI_C2S_ACTION_FORBIDDEN` | 403 | the action is not allowed, or its context breaks its rules |
 * | `A2UI_C2S_NONCE_INVALID` | 403 | the surface has a nonce, and the action's is missing or another |
 * | `A2UI_C2S_SURFACE_STALE` | 409 | the surface is unknown, of another epoch or revision |
 * | `A2UI_C2S_CONTEXT_TOO_LARGE` | 413 | too many bytes, too deep, too many keys |
 *
 * What was accepted is remembered by surface and `vitrine.key`; without that key, by the BLAKE3 of surface, component,
 * timestamp and context. Sent again within its time it gets the first answer with `repeated: true`: to the letter even
 * when its surface has moved on since, otherwise when it is still current. What was rejected may be sent again.
 */
export class Ingress {
  readonly #handle: Handle<glue.CoreIngress>;
  readonly #rules: ReadonlyMap<string, ErrorRule>;

  /** @internal {@link createIngress} makes it. */
  constructor(options: IngressOptions) {
    // The core knows no registry but its own; what is no object it refuses itself.
    const known = isObject(options) ? { ...options, registry: undefined } : options;
    const text = jsonText(known, "createIngress");
    this.#handle = new Handle("ingress", (glue) => new glue.CoreIngress(text));
    this.#rules = byCode(options.registry);
  }

  /**
   * Takes in a message: `{userAction}` or `{error}`.
   *
   * @param body JSON text or its UTF-8
   * @param nowMs the time in milliseconds since 1970
   * @throws VitrineError `BadRequest` for arguments of another type, `StaleHandle` after `reinit()` or `free()`
   */
  accept(body: string | Uint8Array, nowMs: number): IngressAnswer {
    requireText(body, "Ingress.accept");
    const time = requireTime(nowMs);
    return this.#answer(body, (core, bytes) => core.accept(bytes, time));
  }

  /**
   * Takes in a form, `application/x-www-form-urlencoded`. Its fields `vitrine.action`, `vitrine.surface` and
   * `vitrine.component` say what was done where, `vitrine.timestamp` when (without it, now), `vitrine.nonce`,
   * `vitrine.rev` and `vitrine.key` are the reserved keys, all others the context: texts, lists of texts where a name
   * comes more than once, and numbers, booleans and lists where the action's rules say so.
   *
   * @param body the body's text or its UTF-8
   * @param nowMs the time in milliseconds since 1970
   * @throws VitrineError as {@link accept}
   */
  acceptForm(body: string | Uint8Array, nowMs: number): IngressAnswer {
    requireText(body, "Ingress.acceptForm");
    const time = requireTime(nowMs);
    return this.#answer(body, (core, bytes) => core.accept_form(bytes, time));
  }

  /**
   * Says what is current of a surface from now on.
   *
   * @param id without an epoch: `main`, also where messages call it `main#e=2`
   * @throws VitrineError `BadRequest` where it is of another form, and for an id by which no action can name it: with an
   * epoch, empty, longer than 128 characters, or with others than `[A-Za-z0-9_.:#=%-]`
   */
  setSurface(id: string, surface: IngressSurface): void {
    requireString(id, "Ingress.setSurface: id");
    const text = jsonText(surface, "Ingress.setSurface");
    this.#handle.call((core) => core.set_surface(id, text));
  }

  /**
   * Says that a surface is gone: its actions are stale.
   *
   * @param id without an epoch
   * @throws VitrineError `BadRequest` for an id that is none of a surface
   */
  removeSurface(id: string): void {
    requireString(id, "Ingress.removeSurface: id");
    this.#handle.call((core) => core.remove_surface(id));
  }

  /** Gives the memory back now instead of when the object is collected. */
  free(): void {
    this.#handle.free();
  }

  [Symbol.dispose](): void {
    this.free();
  }

  #answer(body: string | Uint8Array, use: (core: glue.CoreIngress, bytes: Uint8Array) => string): IngressAnswer {
    const text = this.#handle.call((core) => {
      const long = tooLong(body, core.most);
      return long === undefined ? use(core, utf8(body)) : core.refuse(long);
    });
    const answer: IngressAnswer = JSON.parse(text);
    const rule = answer.ok ? undefined : this.#rules.get(answer.code);
    return rule ? ({ ...answer, http: rule.http ?? 400, message: rule.message } as IngressRejected) : answer;
  }
}

/**
 * An ingress with nothing remembered.
 *
 * @throws VitrineNotReadyError before `init()`
 * @throws VitrineError `BadRequest` with a pointer to an option of another form, or that is not known
 */
export function createIngress(options: IngressOptions): Ingress {
  return new Ingress(options);
}

const encoder = /* @__PURE__ */ new TextEncoder();

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function utf8(body: string | Uint8Array): Uint8Array {
  return typeof body === "string" ? encoder.encode(body) : body;
}

function requireTime(nowMs: number): number {
  if (typeof nowMs === "number" && nowMs >= 0 && Number.isFinite(nowMs)) return nowMs;
  throw mismatch("BadRequest", "nowMs", "milliseconds since 1970", String(nowMs));
}
