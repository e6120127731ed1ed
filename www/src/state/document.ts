import { init, StateDocument } from "vitrine";
import { BEGINNING, EXAMPLES } from "../data/state-examples";
import { type Branch, type Goal, goalsOf, treeOf } from "../data/state-tree";
import { lineOf, wordsOf } from "../data/words";
import type { LogLine } from "./log";
import { Store } from "./store";

/** A file of the document. */
export interface StateFile {
  path: string;
  text: string;
}

interface DocumentState {
  ready: boolean;
  failure: string | undefined;
  /** The line in the console. */
  line: string;
  log: readonly LogLine<"done" | "refused">[];
  tree: Branch | undefined;
  goals: readonly Goal[];
  files: readonly StateFile[];
}

/** So many lines of the log are kept. */
const MOST_LINES = 200;

/** A state document, and the console that changes it. It stays as it is while the Studio shows something else. */
export class DocumentPage {
  readonly store = new Store<DocumentState>({
    ready: false,
    failure: undefined,
    line: EXAMPLES[0].text,
    log: [],
    tree: undefined,
    goals: [],
    files: [],
  });
  #opening: Promise<void> | undefined;
  #document: StateDocument | undefined;
  #lines = 0;

  /** Loads the module and makes the document, once. */
  open(): Promise<void> {
    this.#opening ??= init({ modules: ["state"] }).then(this.begin, (error: unknown) =>
      this.store.set({ failure: error instanceof Error ? error.message : String(error) }),
    );
    return this.#opening;
  }

  /** A document as in the beginning. */
  readonly begin = (): void => {
    this.#document?.free();
    this.#document = new StateDocument();
    for (const line of BEGINNING) this.#document.run(wordsOf(line) ?? [], { now: new Date().toISOString() });
    this.store.set({ ready: true, log: [] });
    this.#show();
  };

  readonly write = (line: string): void => this.store.set({ line });

  /** Runs what is in the console. */
  readonly submit = (): void => {
    const { line } = this.store.get();
    const words = wordsOf(line);
    if (words) this.run(words);
    else
      this.#say(
        "refused",
        line,
        "A quote is not closed. Close it, or write \\ before it where it is part of the text.",
      );
  };

  /** Runs a command; whether it did what it was asked. */
  readonly run = (args: readonly string[]): boolean => {
    if (this.#document === undefined) return false;
    const named = args[0] === "vitrine-state" ? args.slice(1) : args;
    const { exitCode, stdout, stderr, writes } = this.#document.run(named, { now: new Date().toISOString() });
    const done = exitCode === 0;
    const written = writes.length > 0 ? `wrote ${writes.map(({ path }) => path).join(", ")}` : "";
    const more = done ? [stdout.trimEnd(), written].filter(Boolean).join("\n") : stderr.trimEnd();
    this.#say(done ? "done" : "refused", `${lineOf(named)}${done ? "" : ` — exit ${exitCode}`}`, more);
    this.#show();
    return done;
  };

  #show(): void {
    const document = this.#document;
    if (document === undefined) return;
    const { root = "{}", shards } = document;
    const tree = treeOf(root, shards);
    const others = Object.entries(shards).map(([path, text]) => ({ path, text }));
    this.store.set({ tree, goals: goalsOf(tree), files: [{ path: "state.json", text: root }, ...others] });
  }

  #say(kind: "done" | "refused", text: string, more: string): void {
    this.#lines += 1;
    const line = { number: this.#lines, kind, text, ...(more && { more }) };
    this.store.set({ log: [line, ...this.store.get().log].slice(0, MOST_LINES) });
  }
}

/** The one state document of the page. */
export const documentPage = new DocumentPage();
