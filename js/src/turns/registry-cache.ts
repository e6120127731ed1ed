// The host's registry as a client keeps it: fetched when a page needs it, and again only when it changed.

import { type HttpHost, json } from "./http.js";
import { turns as core } from "./module.js";
import { Registry } from "./registry.js";
import type { BundleJson } from "./types.js";
import { abortable } from "./waiting.js";

interface Kept {
  registry: Registry;
  /** The bundle that the page named for which this was fetched. */
  bundle: string | null;
  /** The instance that holds it; a `reinit()` takes it away. */
  generation: number;
}

/** One registry for all calls of a client. */
export class RegistryCache {
  readonly #host: HttpHost;
  #kept: Kept | undefined;
  #fetching: { bundle: string | null; done: Promise<Registry> } | undefined;

  constructor(host: HttpHost) {
    this.#host = host;
  }

  /**
   * The registry as of `bundle`, which a page named as the host's newest. Calls at the same time share one request;
   * a signal gives up the waiting, not the request.
   */
  async current(bundle: string | null, signal?: AbortSignal): Promise<Registry> {
    const kept = this.#usable();
    if (kept?.bundle === bundle) return kept.registry;
    if (this.#fetching?.bundle !== bundle) {
      const done = this.#fetch(bundle).finally(() => {
        if (this.#fetching?.done === done) this.#fetching = undefined;
      });
      this.#fetching = { bundle, done };
    }
    return abortable(this.#fetching.done, signal);
  }

  // No If-None-Match: this asks only when the host said that its registry changed, and a browser's own cache sends one.
  async #fetch(bundle: string | null): Promise<Registry> {
    const registry =
      bundle === null
        ? new Registry()
        : new Registry(json(await this.#host.request("v1/registry?merged=1")) as BundleJson);
    this.#kept = { registry, bundle, generation: core.generation };
    return registry;
  }

  #usable(): Kept | undefined {
    return this.#kept?.generation === core.generation ? this.#kept : undefined;
  }
}
