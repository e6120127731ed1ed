// The type registry: what turns mean.

import type * as glue from "../../generated/turns.js";
import { jsonText, kindOf } from "../core/arguments.js";
import { mismatch } from "../core/errors.js";
import { Handle } from "../core/handle.js";
import { Encoder } from "./encoder.js";
import { turns } from "./module.js";
import { optionsKey } from "./options.js";
import { Projector } from "./projector.js";
import { typeRef } from "./type-ref.js";
import type { BundleJson, ProjectOptions } from "./types.js";

/** More sets of options than this in turn, and projectors are made anew. */
const MOST_PROJECTORS = 32;

/**
 * Registry bundles, by which payloads become objects with names (client specification, section 4).
 *
 * @example
 * const registry = new Registry(bundle);
 * registry.descriptor("com.example.Note"); // { fields: { "1": { name: "text", type: "string" } } }
 */
export class Registry {
  readonly #handle: Handle<typeof glue, glue.CoreRegistry>;
  readonly #projectors = new Map<string, Projector>();
  #encoder: Encoder | undefined;

  /**
   * @param bundle a first bundle, as an object or JSON text
   * @throws VitrineNotReadyError before `init()`
   * @throws VitrineError as {@link put}
   */
  constructor(bundle?: BundleJson | string) {
    this.#handle = new Handle(turns, "Registry", (glue) => new glue.CoreRegistry());
    if (bundle !== undefined) this.put(bundle);
  }

  /**
   * Adds a bundle: 201, or 204 where the same bundle was there. A refused bundle changes nothing.
   *
   * @throws RegistryConflictError where it breaks a rule of evolution; `details` name rule, type, version and tag
   * @throws VitrineError `BadRequest` where it is no JSON, `Unprocessable` where it is no bundle
   */
  put(bundle: BundleJson | string): 201 | 204 {
    const text = typeof bundle === "string" ? bundle : jsonText(bundle, "Registry.put");
    const status = this.#handle.call((core) => core.put(text));
    if (status === 201) this.#forget();
    return status as 201 | 204;
  }

  /**
   * The descriptor of a type version as its bundle has it, the latest without a version; undefined where there is none.
   *
   * @throws VitrineError `BadRequest` for what is no type id or version
   */
  descriptor(typeId: string, version?: number): unknown {
    const text = this.#handle.call((core) => {
      typeRef({ typeId, typeVersion: version === undefined ? 1 : version });
      return core.descriptor(typeId, version);
    });
    return text === undefined ? undefined : JSON.parse(text);
  }

  /** The newest bundle's id; null in an empty registry. */
  get bundleId(): string | null {
    return this.#handle.call((core) => core.bundle_id()) ?? null;
  }

  /** Gives the memory back now instead of when the object is collected. */
  free(): void {
    this.#forget();
    this.#handle.free();
  }

  [Symbol.dispose](): void {
    this.free();
  }

  /** @internal The projector for these options, kept for the next call. */
  static projector(registry: Registry, options: ProjectOptions): Projector {
    const handle = Registry.#handleOf(registry);
    const json = optionsKey(options);
    const detach = options.detach === true;
    const key = detach ? `${json}+detach` : json;
    return handle.call((core) => {
      let projector = registry.#projectors.get(key);
      if (!projector) {
        if (registry.#projectors.size >= MOST_PROJECTORS) registry.#forget();
        projector = new Projector(core, json, detach);
        registry.#projectors.set(key, projector);
      }
      return projector;
    });
  }

  /** @internal The encoder, kept for the next call. */
  static encoder(registry: Registry): Encoder {
    return Registry.#handleOf(registry).call((core) => {
      registry.#encoder ??= new Encoder(core);
      return registry.#encoder;
    });
  }

  static #handleOf(registry: unknown) {
    // Not by its class: what is made to look like one has nothing in it.
    if (typeof registry === "object" && registry !== null && #handle in registry) return registry.#handle;
    throw mismatch("BadRequest", "registry", "a Registry", kindOf(registry));
  }

  #forget(): void {
    if (this.#handle.isLive) {
      for (const projector of this.#projectors.values()) projector.free();
      this.#encoder?.free();
    }
    this.#projectors.clear();
    this.#encoder = undefined;
  }
}
