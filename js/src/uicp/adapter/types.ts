// What the adapter takes and gives.

import type { ApiCall, EffectKind, Intent } from "../effects/index.js";
import type { Envelope } from "../types.js";

/** An operation that was not applied. */
export interface Failed {
  /** Its place in the batch. */
  index: number;
  /** `UICP_…`, for programs. */
  code: string;
  /** For people. */
  message: string;
}

/** What became of a batch. */
export interface Outcome {
  /** Operations that were applied, those among them whose effect a later `dom.set` of the same target contains. */
  applied: number;
  /** Operations that were applied before under the same idempotency key, or cancelled. */
  skipped: number;
  failed: Failed[];
}

/** A window came, changed or went. */
export interface WindowChange {
  type: "created" | "updated" | "destroyed";
  windowId: string;
  title: string;
}

/** A batch was refused, and nothing of it applied; or something in the page could not be done. */
export interface Problem {
  /** What was expected and found. */
  message: string;
  /** What to do, for people. */
  hint: string;
  /** A JSON Pointer into the batch. */
  pointer: string;
  traceId?: string;
}

/** Something happened; the other fields depend on the type: docs/uicp.md lists them. */
export interface WorkspaceEvent {
  type: string;
  [field: string]: unknown;
}

/** Where logs are kept. */
export interface LogStore {
  load(): Promise<Envelope[]>;
  save(log: Envelope[]): Promise<void>;
}

/** Where the values of the scope `global` live: `documentScope` makes one of a state document. */
export interface GlobalScope {
  /** What there is when the adapter begins; read once, after the log was replayed. */
  load(): Iterable<readonly [key: string, value: unknown]>;
  /** A value changed; `undefined` where there is none any more. What it throws is told as a problem. */
  save(key: string, value: unknown): void;
}

/** What an adapter is made of. */
export interface AdapterOptions {
  /** The place of the windows. What is queued waits until it is in the page. */
  root: HTMLElement;
  /** Takes what people and agents want to say in the chat. */
  onIntent?: (intent: Intent) => unknown;
  /** Writes files for `tauri://fs/writeTextFile`. */
  fs?: { writeTextFile(path: string, contents: string, directory: string): Promise<void> };
  fetch?: typeof fetch;
  /** Origins beside the page's own that `api.call` may ask; `"*"` for all. */
  allowOrigins?: string[] | "*";
  /** May veto an effect: anything but `true`, and an exception, is a no. */
  permissions?: (effect: { kind: EffectKind; envelope: ApiCall }) => boolean | Promise<boolean>;
  /** Whose pictures may be shown: as for `renderHtml`. */
  images?: "same-origin" | "remote" | string[];
  /** Where the log is kept. What it holds is replayed first. */
  logStore?: LogStore;
  /** Keeps the scope `global`; without it, that lasts as long as the adapter. */
  global?: GlobalScope;
  /** Is told of what was refused. Without it, the console is. */
  onProblem?: (problem: Problem) => void;
  onEvent?: (event: WorkspaceEvent) => void;
}

/** A workspace in the page. */
export interface Adapter {
  /**
   * Checks a batch and queues it; resolves when all of it has come to its end.
   *
   * @param batch what `validateBatch` takes
   * @throws UICPValidationError (as a rejection) when any of it is wrong; nothing is applied then
   */
  enqueue(batch: unknown): Promise<Outcome>;
  /** Cancels what was not applied yet, and lets nothing be applied without being asked until {@link unlock}. */
  stop(): void;
  unlock(): void;
  readonly locked: boolean;
  /** Tells of windows from here on; the result ends that. */
  registerWindowLifecycle(listener: (change: WindowChange) => void): () => void;
  /** The open windows in the order in which they were opened. */
  listWorkspaceWindows(): { id: string; title: string }[];
  closeWorkspaceWindow(id: string): Promise<Outcome>;
  /** The window's island. */
  content(windowId: string): ShadowRoot | null;
  /** The state. What is set takes effect at once, and shows in the next frame. */
  readonly state: {
    get(scope: string, key: string, windowId?: string): unknown;
    set(scope: string, key: string, value: unknown, windowId?: string): void;
  };
  /** Who decides what {@link offer} gets: with `full`, nobody; with `suppressAutoApply`, somebody else applies it. */
  readonly control: { full: boolean; suppressAutoApply: boolean };
  /** What an agent offers: applied under full control and without a lock, else kept in {@link pending}. */
  offer(batch: unknown): Promise<Outcome | null>;
  /** The batch that waits for a decision. */
  readonly pending: Envelope[] | null;
  acceptPending(): Promise<Outcome>;
  rejectPending(): void;
  /** What was applied, in order: replayed in an empty workspace it looks the same. */
  log(): Envelope[];
  /** Applies a log; nothing of it when any of it is wrong. Effects are not carried out again. */
  replay(log: Envelope[]): Promise<Outcome>;
  /**
   * Closes all windows and forgets all values, keys and the log. After a fault of the module it is how an adapter begins
   * anew, with the instance of `reinit()`.
   */
  reset(): void;
  destroy(): void;
}
