import { type Adapter, createAdapter, init, type Outcome, type Removed, UICPValidationError } from "vitrine";
import { EXAMPLES } from "../data/examples";
import type { LogLine } from "./log";
import { Store } from "./store";

/** The kinds of lines in the log. */
export type LogKind = "applied" | "failed" | "event" | "intent" | "refused";

interface WorkspaceState {
  /** Whether there is an adapter; `failure` where there cannot be one. */
  ready: boolean;
  failure: string | undefined;
  locked: boolean;
  windows: number;
  /** How many batches are under way. */
  busy: number;
  /** Whether the workspace has a log to replay. */
  begun: boolean;
  draft: string;
  log: readonly LogLine<LogKind>[];
}

/** So many lines of the log are kept. */
const MOST_LINES = 200;

/** A live workspace, and the console that feeds it. It stays as it is while the Studio shows something else. */
export class Workspace {
  readonly store = new Store<WorkspaceState>({
    ready: false,
    failure: undefined,
    locked: false,
    windows: 0,
    busy: 0,
    begun: false,
    draft: EXAMPLES[0].text,
    log: [],
  });
  /** The place of the windows. */
  readonly root = document.createElement("div");
  #opening: Promise<void> | undefined;
  #adapter: Adapter | undefined;
  #lines = 0;
  /** The windows that go with a reset: what is told of them comes later, and is no beginning of a new log. */
  #leaving = new Set<string>();

  constructor() {
    this.root.id = "workspace-root";
    this.root.className = "workspace-root";
  }

  /** Loads the module and makes the adapter, once. */
  open(): Promise<void> {
    this.#opening ??= init({ modules: ["ui"] }).then(
      () => this.#start(),
      (error: unknown) => this.store.set({ failure: messageOf(error) }),
    );
    return this.#opening;
  }

  readonly write = (draft: string): void => this.store.set({ draft });

  /** Applies what is in the console. */
  readonly apply = async (): Promise<void> => {
    const adapter = this.#adapter;
    if (adapter === undefined) return;
    try {
      this.#tell(adapter, await this.#underWay(adapter.enqueue(this.store.get().draft)));
    } catch (error) {
      // The first mistake of a batch was told already, with a hint.
      if (error instanceof UICPValidationError) this.#others(error);
      else this.#say("refused", messageOf(error));
    }
  };

  /** Drops what waits and locks, or unlocks. */
  readonly toggleLock = (): void => {
    const adapter = this.#adapter;
    if (adapter === undefined) return;
    if (adapter.locked) adapter.unlock();
    else adapter.stop();
    this.#say("event", adapter.locked ? "Stopped: what waited was dropped." : "Unlocked.");
    this.store.set({ locked: adapter.locked });
  };

  /** Empties the workspace and forgets its log. */
  readonly reset = (): void => {
    this.#leaving = new Set(this.#adapter?.listWorkspaceWindows().map(({ id }) => id));
    this.#adapter?.reset();
    this.store.set({ log: [], begun: false });
    this.#count();
  };

  /** Empties the workspace and applies its log again: the same windows come back. */
  readonly replay = async (): Promise<void> => {
    const adapter = this.#adapter;
    if (adapter === undefined) return;
    const log = adapter.log();
    adapter.reset();
    this.#tell(adapter, await this.#underWay(adapter.replay(log)), "Replayed");
  };

  async #underWay(outcome: Promise<Outcome>): Promise<Outcome> {
    const count = (more: number) => this.store.set({ busy: this.store.get().busy + more });
    count(1);
    try {
      return await outcome;
    } finally {
      count(-1);
    }
  }

  #start(): void {
    this.#adapter = createAdapter({
      root: this.root,
      onIntent: ({ text, data }) => this.#say("intent", text ?? JSON.stringify(data)),
      onProblem: ({ message, hint }) => this.#say("refused", message, hint),
      onEvent: (event) => this.#event(event),
    });
    this.#adapter.registerWindowLifecycle(() => this.#count());
    this.store.set({ ready: true });
  }

  #others({ issues }: UICPValidationError): void {
    for (const { path, message } of issues.slice(1)) this.#say("refused", `/${path.join("/")}: ${message}`);
  }

  #event({ type, ...facts }: { type: string; [name: string]: unknown }): void {
    if (type === "window" && facts.change === "destroyed" && this.#leaving.delete(String(facts.windowId))) return;
    if (type === "failed") this.#say("failed", `${facts.op}: ${facts.code}`, String(facts.message));
    else if (type === "window") this.#say("event", `Window ${facts.change}: ${facts.title}`);
    else if (type === "removed")
      this.#say("event", `Removed from ${facts.target}`, reasons(facts.removed as Removed[]));
    else this.#say("event", type, brief(facts));
  }

  #tell(adapter: Adapter, { applied, skipped, failed }: Outcome, what = "Applied"): void {
    const parts = [
      `${what} ${applied}`,
      skipped && `skipped ${skipped}`,
      failed.length > 0 && `failed ${failed.length}`,
    ];
    this.#say("applied", parts.filter(Boolean).join(", "));
    // The log comes whole from the core: it is asked for only until it has begun.
    this.store.set({ locked: adapter.locked, begun: this.store.get().begun || adapter.log().length > 0 });
    this.#count();
  }

  #count(): void {
    const windows = this.#adapter?.listWorkspaceWindows().length ?? 0;
    this.store.set({ windows, begun: this.store.get().begun || windows > 0 });
  }

  #say(kind: LogKind, text: string, more?: string): void {
    this.#lines += 1;
    const line = { number: this.#lines, kind, text, ...(more && { more }) };
    this.store.set({ log: [line, ...this.store.get().log].slice(0, MOST_LINES) });
  }
}

/** The one workspace of the page. */
export const workspace = new Workspace();

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function reasons(removed: Removed[]): string {
  return removed.map(({ name, reason }) => `${name}: ${reason}`).join("; ");
}

function brief(facts: Record<string, unknown>): string {
  return Object.entries(facts)
    .map(([name, value]) => `${name} ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(" · ")
    .slice(0, 300);
}
