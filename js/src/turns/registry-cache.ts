// The host's registry as a client keeps it: fetched when a page needs it, and again only when it changed.

import { VitrineError } from "../core/errors.js";
import { type HttpHost, json } from "./http.js";
import { turns as core } from "./module.js";
import { Registry } from "./registry.js";
import type { BundleJson } from "./types.js";
import { abortable } from "./waiting.js";

/** The bundle that a page named as the host's newest; null where there is none, undefined where no page was asked. */
type Newest = string | null | undefined;

interface Kept {
  registry: Registry;
  /** What this was fetched for. */
  bundle: Newest;
  /** The instance that holds it; a `reinit()` takes it away. */
  generation: number;
}

/** One registry for all calls of a client. */
export class RegistryCache {
  readonly #host: HttpHost;
  #kept: Kept | undefined;
  #fetching: { bundle: Newest; done: Promise<Registry> } | undefined;
  /** How often it was let go: what was on its way then is not kept. */
  #letGo = 0;

  constructor(host: HttpHost) {
    this.#host = host;
  }

  /**
   * The registry as of `bundle`, which a page named as the host's newest. Calls at the same time share one request;
   * a signal gives up the waiting, not the request.
   *
   * @param host where to ask, when not where the cache does: the same host, by another token
   */
  async current(bundle: string | null, signal?: AbortSignal, host = this.#host): Promise<Registry> {
    const kept = this.#usable();
    return kept?.bundle === bundle ? kept.registry : this.#shared(host, bundle, signal);
  }

  /** The registry at hand, however old. */
  kept(): Registry | undefined {
    return this.#usable()?.registry;
  }

  /** Lets go of what is at hand: the host has another one now. */
  forget(): void {
    this.#kept = this.#fetching = undefined;
    this.#letGo += 1;
  }

  /** The host's registry as it is now, for who has no page to tell it: a writer, a reader of one turn. */
  newest(signal?: AbortSignal, host = this.#host): Promise<Registry> {
    return this.#shared(host, undefined, signal);
  }

  #shared(host: HttpHost, bundle: Newest, signal: AbortSignal | undefined): Promise<Registry> {
    if (!this.#fetching || this.#fetching.bundle !== bundle) {
      const done = this.#fetch(host, bundle).finally(() => {
        if (this.#fetching?.done === done) this.#fetching = undefined;
      });
      this.#fetching = { bundle, done };
    }
    return abortable(this.#fetching.done, signal);
  }

  // No If-None-Match: this asks only when the host said that its registry changed, and a browser's own cache sends one.
  async #fetch(host: HttpHost, bundle: Newest): Promise<Registry> {
    const letGo = this.#letGo;
    const registry = bundle === null ? new Registry() : await merged(host);
    if (letGo === this.#letGo) this.#kept = { registry, bundle, generation: core.generation };
    return registry;
  }

  #usable(): Kept | undefined {
    return this.#kept?.generation === core.generation ? this.#kept : undefined;
  }
}

async function merged(host: HttpHost): Promise<Registry> {
  try {
    return new Registry(json(await host.request("v1/registry?merged=1")) as BundleJson);
  } catch (error) {
    // A host without a bundle.
    if (error instanceof VitrineError && error.code === "NotFound") return new Registry();
    throw error;
  }
}
