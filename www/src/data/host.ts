import { type ProjectOptions, Registry, type TypedTurn, VitrineClient } from "vitrine";

/** A context as the host lists it. Ids are decimal strings: they are u64. */
export interface ContextInfo {
  context_id: string;
  head_turn_id: string;
  head_depth: number;
}

/** A run of turns, oldest first. `nextBefore` is null when it starts at the root. */
export interface Page {
  turns: TypedTurn[];
  nextBefore: string | null;
  bundleId: string | null;
}

export interface PageQuery {
  limit: number;
  beforeTurnId?: string;
  signal?: AbortSignal;
}

/** How the Studio wants turns: nothing hidden, binary data as bytes, times as text. */
const RENDERING: ProjectOptions = { includeUnknown: true, bytesRender: "view" };

/** The most contexts one listing may ask for; the host takes 1 to 1000. */
export const CONTEXTS_SHOWN = 500;

/** One host: everything the Studio reads from it. */
export class Host {
  readonly url: string;
  readonly #client: VitrineClient;
  #registry: Promise<Registry> | undefined;

  constructor(url: string) {
    this.url = url;
    this.#client = new VitrineClient({ baseUrl: url });
  }

  /** Newest first. */
  contexts(signal?: AbortSignal): Promise<ContextInfo[]> {
    return this.#client.contexts({ limit: CONTEXTS_SHOWN, ...given({ signal }) });
  }

  /** The newest `limit` turns of a context, or those just before `beforeTurnId`. */
  async page(contextId: string, { limit, beforeTurnId, signal }: PageQuery): Promise<Page> {
    const query = { ...RENDERING, limit, ...given({ beforeTurnId, signal }) };
    const { meta, turns, next_before_turn_id } = await this.#client.turns(contextId, query);
    const bundleId = "registry_bundle_id" in meta ? meta.registry_bundle_id : null;
    return { turns, nextBefore: next_before_turn_id, bundleId: typeof bundleId === "string" ? bundleId : null };
  }

  /**
   * The bytes stored under a hash, as they are on the host now: a copy in the browser's cache would
   * hide that they have changed since.
   */
  async blob(hash: string, signal?: AbortSignal): Promise<Uint8Array> {
    const response = await this.#get(`/v1/blobs/${hash}`, { cache: "reload", ...given({ signal }) });
    return new Uint8Array(await response.arrayBuffer());
  }

  /** The descriptor of a type as its bundle gives it, undefined when no bundle knows it. */
  async descriptor(typeId: string, version: number): Promise<unknown> {
    this.#registry ??= this.#readRegistry();
    try {
      return (await this.#registry).descriptor(typeId, version) ?? undefined;
    } catch (error) {
      this.#registry = undefined;
      throw error;
    }
  }

  /** Forgets what may have changed on the host. */
  refresh(): void {
    this.#registry = undefined;
  }

  async #readRegistry(): Promise<Registry> {
    const response = await this.#get("/v1/registry?merged=1");
    return new Registry(await response.text());
  }

  async #get(path: string, init?: RequestInit): Promise<Response> {
    const url = new URL(path, this.url);
    let response: Response;
    try {
      response = await fetch(url, init);
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") throw error;
      throw new HostError("Unreachable", `No answer from ${url.origin}.`);
    }
    if (!response.ok) throw await refusal(response);
    return response;
  }
}

/** A request that the host refused or never answered, in the package's own form of code and message. */
class HostError extends Error {
  override name = "HostError";
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** The host's own words where it gave them: `{"error":{"code","message"}}`. */
async function refusal(response: Response): Promise<HostError> {
  const body: unknown = await response.json().catch(() => undefined);
  const error = isRecord(body) && isRecord(body.error) ? body.error : {};
  const code = typeof error.code === "string" ? error.code : `HTTP ${response.status}`;
  const message = typeof error.message === "string" ? error.message : `${response.url} answered ${response.status}.`;
  return new HostError(code, message);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}

/** The properties that have a value, for options where undefined and absent differ. */
function given<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
