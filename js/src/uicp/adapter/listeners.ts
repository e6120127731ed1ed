// Who is told of what happens. What they throw is theirs: it reaches the console, and nothing here stops for it.

import { isBytes } from "../../core/arguments.js";
import { hintFor, UICPValidationError } from "../errors.js";
import type { AdapterOptions, Problem, WindowChange, WorkspaceEvent } from "./types.js";

/** The page's listeners. */
export class Listeners {
  readonly #onProblem: (problem: Problem) => void;
  readonly #onEvent: (event: WorkspaceEvent) => void;
  readonly #lifecycle = new Set<(change: WindowChange) => void>();
  /** What is told when a frame is over: a listener may do anything. */
  #happened: WorkspaceEvent[] = [];

  constructor(onProblem: AdapterOptions["onProblem"], onEvent: AdapterOptions["onEvent"]) {
    this.#onProblem = onProblem ?? (({ message, hint }) => console.warn(`UICP: ${message}`, hint));
    this.#onEvent = onEvent ?? (() => undefined);
  }

  /** Tells of windows from here on; the result ends that. */
  register(listener: (change: WindowChange) => void): () => void {
    // One of its own: the same function may be registered twice.
    const own = (change: WindowChange) => listener(change);
    this.#lifecycle.add(own);
    return () => void this.#lifecycle.delete(own);
  }

  /** Something happened; it is told by {@link flush}. */
  happened(event: WorkspaceEvent): void {
    this.#happened.push(event);
  }

  /** Tells what happened. */
  flush(): void {
    const events = this.#happened;
    this.#happened = [];
    for (const event of events) {
      guarded(() => this.#onEvent(event));
      if (event.type !== "window") continue;
      const { change, windowId, title } = event as unknown as Omit<WindowChange, "type"> & {
        change: WindowChange["type"];
      };
      for (const listener of [...this.#lifecycle]) guarded(() => listener({ type: change, windowId, title }));
    }
  }

  /** Something was refused, or could not be done; `batch` is what was refused. */
  failed(error: unknown, batch?: unknown): void {
    const problem = problemOf(error, batch);
    guarded(() => this.#onProblem(problem));
  }
}

function problemOf(error: unknown, batch: unknown): Problem {
  const message = error instanceof Error ? error.message : String(error);
  // What other errors say is what to do about them.
  if (!(error instanceof UICPValidationError)) return { message, hint: message, pointer: "" };
  const traceId = traceOf(batch, error.pointer);
  return { message, hint: hintFor(error), pointer: error.pointer, ...(traceId && { traceId }) };
}

/** The trace of the operation that a pointer leads into. */
function traceOf(batch: unknown, pointer: string): string | undefined {
  try {
    const value = isBytes(batch) ? new TextDecoder().decode(batch) : batch;
    // A text may be an array of operations all the same; of one that is no JSON nothing is known.
    const operations: unknown = typeof value === "string" ? JSON.parse(value) : value;
    const envelope = Array.isArray(operations) ? operations[Number(pointer.split("/")[1])] : undefined;
    const trace = envelope?.traceId ?? envelope?.trace_id;
    return typeof trace === "string" ? trace : undefined;
  } catch {
    // It was refused, and may be anything.
    return undefined;
  }
}

function guarded(tell: () => unknown): void {
  try {
    const told = tell();
    // It may be asynchronous all the same.
    if (told instanceof Promise) told.catch(report);
  } catch (error) {
    report(error);
  }
}

function report(error: unknown): void {
  console.error(error);
}
