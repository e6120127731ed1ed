import { readTurn } from "../data/conventions";
import { type Family, familiesOf, type Path, titleOf } from "../data/families";
import { type ContextInfo, Host } from "../data/host";
import { isAbort, type Problem, problemOf } from "./problem";
import { DEFAULT_HOST } from "./route";
import { Store } from "./store";

export interface LibraryState {
  hostUrl: string;
  connection: "connecting" | "connected" | "away";
  contexts: readonly ContextInfo[];
  /** Branch families of the contexts that were cheap enough to read whole. */
  families: readonly Family[];
  /** Titles of the contexts that belong to no family here, by context id. */
  titles: Readonly<Record<string, string>>;
  /** Whether titles and families have been read once: until then the list would only jump about. */
  arranged: boolean;
  filter: string;
  problem: Problem | undefined;
}

/** While the host is away it is asked again this often, in milliseconds. */
const RETRY_EVERY = 4000;
/** A context this short is read whole, to place it in its family; of a longer one only the end is read. */
const WHOLE_PATH = 512;
/** So many contexts get a title; a host with thousands is not read through for it. */
const TITLED = 24;
/** So many of them are read together. */
const AT_ONCE = 4;
/** The list waits so long for its titles, in milliseconds; then it is shown with what there is. */
const PATIENCE = 1500;

/** The host at hand and the contexts that it keeps. */
export class Library {
  readonly store: Store<LibraryState>;
  #host: Host | undefined;
  #visit = new AbortController();
  #retry: ReturnType<typeof setTimeout> | undefined;
  readonly #paths = new Map<string, Path>();

  constructor() {
    this.store = new Store<LibraryState>({ hostUrl: DEFAULT_HOST, ...NOTHING });
  }

  /** Made on first use: before the core is initialised there can be none. */
  get host(): Host {
    this.#host ??= new Host(this.store.get().hostUrl);
    return this.#host;
  }

  /** Turns to another host. Nothing of the last one stays. */
  async open(address: string): Promise<void> {
    this.#visit.abort();
    this.#visit = new AbortController();
    this.#host = undefined;
    this.#paths.clear();
    this.store.set({ hostUrl: normalise(address) ?? address, ...NOTHING });
    await this.refresh();
  }

  /** Reads the list of contexts again; while the host does not answer, again and again. */
  readonly refresh = async (): Promise<void> => {
    clearTimeout(this.#retry);
    const { signal } = this.#visit;
    const { hostUrl } = this.store.get();
    if (normalise(hostUrl) === undefined) {
      this.store.set({ connection: "away", problem: badAddress(hostUrl) });
      return;
    }
    try {
      this.host.refresh();
      const contexts = await this.host.contexts(signal);
      const { contexts: known } = this.store.get();
      // Asked every few seconds there is mostly nothing new: then nothing is drawn anew.
      const isNew = JSON.stringify(contexts) !== JSON.stringify(known);
      this.store.set({ contexts: isNew ? contexts : known, connection: "connected", problem: undefined });
      void this.#readTitles(contexts, signal);
    } catch (error) {
      if (isAbort(error)) return;
      const problem = problemOf(error, "read the contexts", this.host.url);
      this.store.set({ connection: "away", problem });
      if (problem.code === "Unreachable") this.#retry = setTimeout(this.refresh, RETRY_EVERY);
    }
  };

  readonly setFilter = (filter: string): void => this.store.set({ filter });

  /** A few at a time; a context that fails just keeps its number. The list changes once, at the end. */
  async #readTitles(contexts: readonly ContextInfo[], signal: AbortSignal): Promise<void> {
    const wanted = contexts.slice(0, TITLED).filter(({ context_id, head_turn_id }) => {
      return head_turn_id !== "0" && this.#paths.get(context_id)?.turnIds.at(-1) !== head_turn_id;
    });
    if (wanted.length === 0 && this.store.get().arranged) return;
    const late = setTimeout(() => {
      if (!signal.aborted) this.store.set({ arranged: true });
    }, PATIENCE);
    const titles = { ...this.store.get().titles };
    const readers = Array.from({ length: AT_ONCE }, async () => {
      for (let context = wanted.shift(); context && !signal.aborted; context = wanted.shift()) {
        const title = await this.#readTitle(context, signal).catch(() => undefined);
        if (title) titles[context.context_id] = title;
      }
    });
    await Promise.all(readers);
    clearTimeout(late);
    if (signal.aborted) return;
    const paths = contexts.flatMap((each) => this.#paths.get(each.context_id) ?? []);
    this.store.set({ families: familiesOf(paths.filter(({ whole }) => whole)), titles, arranged: true });
  }

  /** Keeps the path of a short context, for its family; gives the last words of a long one. */
  async #readTitle({ context_id, head_turn_id, head_depth }: ContextInfo, signal: AbortSignal) {
    const limit = head_depth < WHOLE_PATH ? head_depth + 1 : 8;
    const { turns, nextBefore } = await this.host.page(context_id, { limit, signal });
    const texts = turns.map((turn) => {
      const { role, text } = readTurn(turn);
      return text && (role === "user" || role === "assistant") ? titleOf(text) : undefined;
    });
    const whole = nextBefore === null;
    const turnIds = whole ? turns.map((turn) => turn.turn_id) : [head_turn_id];
    this.#paths.set(context_id, { contextId: context_id, turnIds, texts, whole });
    return whole ? undefined : texts.findLast((text) => text !== undefined);
  }
}

const NOTHING = {
  connection: "connecting",
  contexts: [],
  families: [],
  titles: {},
  arranged: false,
  filter: "",
  problem: undefined,
} satisfies Omit<LibraryState, "hostUrl">;

/** A name, an IPv4 address, or an IPv6 address in its brackets. */
const HOSTNAME = /^([\w.-]+|\[[\da-f:.]+\])$/;

/** An origin from what a person typed; undefined when it is none. */
function normalise(address: string): string | undefined {
  const text = address.trim();
  try {
    const { hostname, origin } = new URL(/^https?:\/\//i.test(text) ? text : `http://${text}`);
    return HOSTNAME.test(hostname) ? origin : undefined;
  } catch {
    return undefined;
  }
}

function badAddress(address: string): Problem {
  return {
    code: "BadRequest",
    title: "That is not a host's address",
    message: `Expected something like ${DEFAULT_HOST}, found “${address}”.`,
    advice: "Correct the address of the host.",
  };
}
