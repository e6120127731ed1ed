// The type registry: what turns mean.

import type * as glue from "../../generated/turns.js";
import { VitrineError } from "../core/errors.js";
import { Encoder } from "./encoder.js";
import { turns } from "./module.js";
import { kindOf, optionsKey, Projector } from "./projector.js";
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
  readonly #core: glue.CoreRegistry;
  readonly #generation: number;
  readonly #projectors = new Map<string, Projector>();
  #encoder: Encoder | undefined;

  /**
   * @param bundle a first bundle, as an object or JSON text
   * @throws VitrineNotReadyError before `init()`
   * @throws VitrineError as {@link put}
   */
  constructor(bundle?: BundleJson | string) {
    this.#core = turns.call((glue) => new glue.CoreRegistry());
    this.#generation = turns.generation;
    if (bundle !== undefined) this.put(bundle);
  }

  /**
   * Adds a bundle: 201, or 204 where the same bundle was there. A refused bundle changes nothing.
   *
   * @throws RegistryConflictError where it breaks a rule of evolution; `details` name rule, type, version and tag
   * @throws VitrineError `BadRequest` where it is no JSON, `Unprocessable` where it is no bundle
   */
  put(bundle: BundleJson | string): 201 | 204 {
    const text = typeof bundle === "string" ? bundle : bundleText(bundle);
    const status = this.#call((core) => core.put(text));
    if (status === 201) this.#forget();
    return status as 201 | 204;
  }

  /** The descriptor of a type version as its bundle has it, the latest without a version; undefined where there is none. */
  descriptor(typeId: string, version?: number): unknown {
    const text = this.#call((core) => core.descriptor(String(typeId), version));
    return text === undefined ? undefined : JSON.parse(text);
  }

  /** The newest bundle's id; null in an empty registry. */
  get bundleId(): string | null {
    return this.#call((core) => core.bundle_id()) ?? null;
  }

  /** Gives the memory back now instead of when the object is collected. */
  free(): void {
    this.#forget();
    if (turns.holds(this.#generation)) this.#core.free();
  }

  [Symbol.dispose](): void {
    this.free();
  }

  /** @internal The projector for these options, kept for the next call. */
  static projector(registry: Registry, options: ProjectOptions): Projector {
    const json = optionsKey(options);
    const detach = options.detach === true;
    const key = detach ? `${json}+detach` : json;
    return registry.#call((core) => {
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
    return registry.#call((core) => {
      registry.#encoder ??= new Encoder(core);
      return registry.#encoder;
    });
  }

  #call<T>(use: (core: glue.CoreRegistry) => T): T {
    turns.requireReady();
    turns.requireCurrent(this.#generation, "Registry");
    return turns.call(() => use(this.#core));
  }

  #forget(): void {
    if (turns.holds(this.#generation)) {
      for (const projector of this.#projectors.values()) projector.free();
      this.#encoder?.free();
    }
    this.#projectors.clear();
    this.#encoder = undefined;
  }
}

function bundleText(bundle: unknown): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(bundle);
  } catch (cause) {
    throw new VitrineError("BadRequest", `Registry.put: the bundle cannot be written as JSON: ${String(cause)}`);
  }
  if (text === undefined) {
    throw new VitrineError("BadRequest", `Registry.put: expected a bundle or its JSON text, found ${kindOf(bundle)}`);
  }
  return text;
}
