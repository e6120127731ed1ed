// What an effect is given, and what came of it.

import type { Shell } from "../shell/types.js";

/** An envelope of `api.call` as the validator gives it. */
export interface ApiCall {
  op: "api.call";
  id?: string;
  traceId?: string;
  windowId?: string;
  params: {
    method?: string;
    url: string;
    headers?: Record<string, string>;
    body?: unknown;
    into?: { scope: string; key: string; windowId?: string };
  };
}

/** The effects that a page may veto. */
export type EffectKind = "intent" | "fs" | "http";

/** What the page gives the adapter for effects, and what effects need of the adapter. */
export interface EffectPorts {
  onIntent?: (intent: Intent) => unknown;
  fs?: { writeTextFile(path: string, contents: string, directory: string): Promise<void> };
  fetch?: typeof fetch;
  /** Origins beside the page's own that may be asked; `"*"` for all. */
  allowOrigins?: string[] | "*";
  /** Anything but `true`, and an exception, is a no. */
  permissions?: (effect: { kind: EffectKind; envelope: ApiCall }) => boolean | Promise<boolean>;
  shell: Shell;
  /** Puts operations of the page's own into the queue; resolves when they were applied. */
  enqueue: (batch: object[]) => Promise<unknown>;
  /** Leaves the effect: a request is given up, a question withdrawn. */
  signal?: AbortSignal;
}

/** What a person, or an agent in their name, wants to say in the chat. */
export interface Intent {
  text?: string;
  /** The answers of a clarifier by the names of its fields. */
  data?: Record<string, string>;
  windowId?: string;
}

/** How an effect ended. */
export type EffectEnd =
  | { status: "ready"; data?: unknown }
  | { status: "error"; error: { code: string; message: string } };

/**
 * What came of a call. `waiting`: it was carried out as far as it depends on programs; `answer` resolves when the person
 * answered.
 */
export type EffectResult = EffectEnd | { status: "waiting"; answer: Promise<EffectEnd> };

/** The failed end of an effect; caught where effects are run, and never seen outside. */
export class EffectError extends Error {
  readonly code: string;

  constructor(
    code: "UICP_EFFECT_FAILED" | "UICP_EFFECT_DENIED" | "UICP_EFFECT_CANCELLED" | "UICP_NO_PORT",
    message: string,
  ) {
    super(message);
    this.code = code;
  }
}

/** An effect cannot be carried out: the words of {@link EffectError} for the commonest reason. */
export function wrong(what: string, expected: string, found: unknown): EffectError {
  const shown = typeof found === "string" ? JSON.stringify(found) : describe(found);
  return new EffectError("UICP_EFFECT_FAILED", `${what}: expected ${expected}, found ${shown.slice(0, 120)}`);
}

function describe(value: unknown): string {
  if (value === undefined) return "nothing";
  return Array.isArray(value) ? `a list of ${value.length}` : value === null ? "null" : `${typeof value}`;
}
