import type { TypedTurn } from "vitrine";
import type { Host } from "../data/host";
import { isAbort, type Problem, problemOf } from "./problem";
import { Store } from "./store";

/** Where in the window a turn is brought; `top` and `end` are the ends of what is loaded. */
export type RevealAt = "nearest" | "start" | "top" | "end";

/** A run of turns that is drawn, measured and put away as one. */
export interface Chunk {
  key: string;
  turns: readonly TypedTurn[];
}

/** Where a person was in a conversation: a turn, and how far below the window's top it stood, in pixels. */
export interface Place {
  contextId: string;
  turnId: string;
  top: number;
}

export interface ConversationState {
  contextId: string | undefined;
  /** Oldest first, without gaps. */
  chunks: readonly Chunk[];
  turns: readonly TypedTurn[];
  /** Where the next older page ends; null when the root is loaded. */
  nextBefore: string | null;
  bundleId: string | null;
  busy: "opening" | "older" | "to-root" | "newer" | undefined;
  problem: Problem | undefined;
  /** What the problem stopped. */
  failed: ConversationState["busy"];
  selectedId: string | undefined;
  detailsOpen: boolean;
  /** A turn to bring into view and to focus; a new object for every request. */
  reveal: { turnId: string; at: RevealAt } | undefined;
  /** A turn that a link named and that this context does not have; until another is chosen. */
  missing: string | undefined;
  /** What a screen reader is told. */
  announcement: string;
}

const PAGE = 50;
/** On the way to the root or to a linked turn, pages are as large as the host gives them. */
const LONG_PAGE = 1000;
const CHUNK = 20;

const NOTHING: ConversationState = {
  contextId: undefined,
  chunks: [],
  turns: [],
  nextBefore: null,
  bundleId: null,
  busy: undefined,
  problem: undefined,
  failed: undefined,
  selectedId: undefined,
  detailsOpen: false,
  reveal: undefined,
  missing: undefined,
  announcement: "",
};

/** The context that is open: its loaded turns, newest last, and the one that is selected. */
export class Conversation {
  readonly store = new Store<ConversationState>(NOTHING);
  /** Kept while the Studio shows something else. */
  place: Place | undefined;
  readonly #host: () => Host;
  #visit = new AbortController();

  constructor(host: () => Host) {
    this.#host = host;
  }

  /** Opens a context at its newest turn, or at `turnId` when that is given. */
  async open(contextId: string | undefined, turnId?: string): Promise<void> {
    this.#visit.abort();
    this.#visit = new AbortController();
    this.store.set({ ...NOTHING, contextId, detailsOpen: this.store.get().detailsOpen && contextId !== undefined });
    if (!contextId) return;
    await this.#load("opening", PAGE);
    if (turnId) await this.#find(turnId);
    const { turns, selectedId } = this.store.get();
    const newest = turns.at(-1);
    if (newest && !selectedId) {
      this.store.set({ selectedId: newest.turn_id, announcement: `${turns.length} turns shown, the newest last.` });
    }
  }

  readonly loadOlder = async (): Promise<void> => {
    const before = this.store.get().turns.length;
    await this.#load("older", PAGE);
    const { turns, nextBefore } = this.store.get();
    if (turns.length === before) return;
    const reached = nextBefore === null ? " This is the beginning of the conversation." : "";
    this.store.set({ announcement: `${turns.length - before} older turns loaded.${reached}` });
  };

  /** Loads all that is older and goes to the root. Opening another context stops it. */
  readonly goToRoot = async (): Promise<void> => {
    const { signal } = this.#visit;
    for (;;) {
      await this.#rest();
      const { turns, nextBefore } = this.store.get();
      if (nextBefore === null || signal.aborted) break;
      await this.#load("to-root", LONG_PAGE);
      if (this.store.get().turns.length === turns.length) return;
    }
    const root = this.store.get().turns[0];
    if (root && !signal.aborted) this.select(root.turn_id, "top");
  };

  readonly goToEnd = (): void => {
    const newest = this.store.get().turns.at(-1);
    if (newest) this.select(newest.turn_id, "end");
  };

  /** Reads what was appended since; a head on another branch opens the context anew. */
  readonly refresh = async (headTurnId: string, headDepth: number): Promise<void> => {
    const { contextId, turns, busy } = this.store.get();
    const newest = turns.at(-1);
    if (!contextId || busy || newest?.turn_id === headTurnId) return;
    if (!newest) return this.open(contextId);
    const missing = headDepth - newest.depth;
    if (missing < 1 || missing > LONG_PAGE) return this.open(contextId);
    await this.#read("newer", { limit: missing }, (page) => {
      if (page.turns[0]?.parent_turn_id !== newest.turn_id) return void this.open(contextId);
      const { chunks } = this.store.get();
      const last = chunks.at(-1);
      const tail = chunksOf([...(last?.turns ?? []), ...page.turns], "start");
      this.#setChunks([...chunks.slice(0, -1), ...tail]);
      this.store.set({ announcement: `${page.turns.length} new turns.` });
    });
  };

  /** The turn that was asked for is in view. */
  readonly revealed = (): void => this.store.set({ reveal: undefined });

  /** Selects a turn. With `at` it also takes the focus and is scrolled to. */
  select(turnId: string, at?: RevealAt): void {
    const missing = undefined;
    this.store.set(at ? { selectedId: turnId, missing, reveal: { turnId, at } } : { selectedId: turnId, missing });
  }

  /** Selects the next turn towards the newest (1) or the root (-1), loading older ones at the edge. */
  readonly move = async (step: 1 | -1): Promise<void> => {
    const { turns, selectedId, nextBefore } = this.store.get();
    const at = turns.findIndex((turn) => turn.turn_id === selectedId);
    if (at === 0 && step === -1 && nextBefore !== null) {
      await this.loadOlder();
      const older = this.store.get().turns;
      const now = older.findIndex((turn) => turn.turn_id === selectedId);
      const next = older[now - 1];
      if (next) this.select(next.turn_id, "nearest");
      return;
    }
    const next = turns[Math.min(Math.max(at + step, 0), turns.length - 1)];
    if (next) this.select(next.turn_id, "nearest");
  };

  readonly openDetails = (turnId?: string): void => {
    const selectedId = turnId ?? this.store.get().selectedId;
    if (selectedId) this.store.set({ selectedId, detailsOpen: true });
  };

  readonly closeDetails = (): void => {
    const { selectedId } = this.store.get();
    this.store.set({ detailsOpen: false });
    if (selectedId) this.select(selectedId, "nearest");
  };

  /** Pages back to a turn that a link names. Ids rise along a branch, so passing it means it is not here. */
  async #find(turnId: string): Promise<void> {
    const wanted = BigInt(turnId);
    for (;;) {
      const { turns, nextBefore } = this.store.get();
      if (turns.some((turn) => turn.turn_id === turnId)) return this.select(turnId, "start");
      const oldest = turns[0];
      if (!oldest || this.store.get().problem) return;
      if (nextBefore === null || BigInt(oldest.turn_id) < wanted) return this.store.set({ missing: turnId });
      await this.#load("opening", LONG_PAGE);
      if (this.store.get().turns.length === turns.length) return;
    }
  }

  async #load(busy: "opening" | "older" | "to-root", limit: number): Promise<void> {
    const { nextBefore, turns } = this.store.get();
    if (this.store.get().busy || (turns.length > 0 && nextBefore === null)) return;
    const query = nextBefore === null ? { limit } : { limit, beforeTurnId: nextBefore };
    await this.#read(busy, query, (page) => {
      this.#setChunks([...chunksOf(page.turns, "end"), ...this.store.get().chunks]);
      this.store.set({ nextBefore: page.nextBefore, bundleId: page.bundleId });
    });
  }

  /** One request with its progress and its failure; a page of a context left meanwhile is dropped. */
  async #read(
    busy: NonNullable<ConversationState["busy"]>,
    query: { limit: number; beforeTurnId?: string },
    take: (page: Awaited<ReturnType<Host["page"]>>) => void,
  ): Promise<void> {
    const { signal } = this.#visit;
    const { contextId } = this.store.get();
    if (!contextId) return;
    this.store.set({ busy, problem: undefined, failed: undefined });
    try {
      const page = await this.#host().page(contextId, { ...query, signal });
      if (signal.aborted) return;
      this.store.set({ busy: undefined });
      take(page);
    } catch (error) {
      if (isAbort(error) || signal.aborted) return;
      const doing = busy === "opening" ? `open context ${contextId}` : "load more turns";
      this.store.set({ busy: undefined, failed: busy, problem: problemOf(error, doing, this.#host().url) });
    }
  }

  /** Waits until no request is under way. */
  async #rest(): Promise<void> {
    while (this.store.get().busy) {
      await new Promise<void>((resolve) => {
        const leave = this.store.subscribe(() => {
          leave();
          resolve();
        });
      });
    }
  }

  #setChunks(chunks: readonly Chunk[]): void {
    this.store.set({ chunks, turns: chunks.flatMap((chunk) => chunk.turns) });
  }
}

/** Cuts a page into chunks; the odd-sized one is at the `end` it does not grow from, so others stay as they are. */
function chunksOf(turns: readonly TypedTurn[], whole: "start" | "end"): Chunk[] {
  const chunks: Chunk[] = [];
  const first = whole === "start" ? CHUNK : turns.length % CHUNK || CHUNK;
  for (let from = 0, to = first; from < turns.length; from = to, to += CHUNK) {
    const slice = turns.slice(from, to);
    const key = slice[0]?.turn_id;
    if (key) chunks.push({ key, turns: slice });
  }
  return chunks;
}
