// One wasm module: loaded once, used through its glue, put aside when it broke.
//
// The generated glue holds its one instance in module variables, so there is one `CoreModule` for each
// generated file and never two for the same.

import { fromCore, VitrineError, VitrineNotReadyError, VitrinePanicError } from "./errors.js";
import { compile, compileSync, type Source, type SyncSource } from "./source.js";

/** What the generated glue of every module has. */
export interface Glue {
  initSync(options: { module: WebAssembly.Module }): unknown;
  /** Replaces the instance by a fresh one. */
  __wbg_reset_state(): void;
  /** What the core's panic hook wrote down. */
  last_panic(): string | undefined;
}

/** A wasm module, from before it is loaded to after it broke. */
export class CoreModule<G extends Glue> {
  /** Its name: of the file, of the subpath. */
  readonly name: string;
  readonly #bindings: G;
  readonly #defaultSource: () => Source;
  readonly #onLoad: ((module: CoreModule<G>) => void) | undefined;
  #loading: Promise<void> | undefined;
  /** What the load under way is from. */
  #source: Source | undefined;
  #loaded = false;
  #panic: VitrinePanicError | undefined;
  #generation = 0;

  constructor(name: string, bindings: G, defaultSource: () => Source, onLoad?: (module: CoreModule<G>) => void) {
    this.name = name;
    this.#bindings = bindings;
    this.#defaultSource = defaultSource;
    this.#onLoad = onLoad;
  }

  /**
   * Loads the module, once: calls at the same time share one load, and one that failed may be repeated. A call with another
   * source than that of a load that fails is not told of it, but tries its own.
   */
  init(source?: Source): Promise<void> {
    if (this.#loading && source !== this.#source) return this.#loading.catch(() => this.init(source));
    this.#source = source;
    this.#loading ??= this.#load(source).catch((error: unknown) => {
      this.#loading = undefined;
      throw error;
    });
    return this.#loading;
  }

  /** Loads the module from what is at hand; does nothing when it is loaded. */
  initSync(source: SyncSource): void {
    if (!this.#loaded) this.#instantiate(compileSync(this.name, source));
  }

  /** Whether it was loaded, broken since or not. */
  get loaded(): boolean {
    return this.#loaded;
  }

  /**
   * Gives the module a fresh instance. All that was made with the old one is stale from here.
   *
   * @throws VitrineNotReadyError before the module was loaded.
   */
  reinit(): void {
    if (!this.#loaded) throw new VitrineNotReadyError(this.name);
    this.#bindings.__wbg_reset_state();
    this.#generation += 1;
    this.#panic = undefined;
  }

  /**
   * The functions and classes of the instance.
   *
   * @throws VitrineNotReadyError before the module was loaded.
   * @throws VitrinePanicError after it broke, until `reinit()`.
   */
  get glue(): G {
    this.requireReady();
    return this.#bindings;
  }

  /** Throws what using {@link glue} would throw. */
  requireReady(): void {
    if (this.#panic) throw this.#panic;
    if (!this.#loaded) throw new VitrineNotReadyError(this.name);
  }

  /** Which instance this is, counted from 0. A handle keeps it and shows it to {@link requireCurrent} at each use. */
  get generation(): number {
    return this.#generation;
  }

  /** Whether a handle of that generation still has something in a working instance: whether there is anything to free. */
  holds(generation: number): boolean {
    return generation === this.#generation && !this.#panic;
  }

  /**
   * Refuses a handle that was made with an instance of before the last `reinit()`: its pointer means nothing, or
   * something else, in the memory of the present one.
   *
   * @param generation the module's generation when the handle was made
   * @param what the handle's class, for the message
   * @throws VitrineError `StaleHandle`
   */
  requireCurrent(generation: number, what: string): void {
    if (generation === this.#generation) return;
    throw new VitrineError(
      "StaleHandle",
      `This ${what} was made before reinit() and went with the old instance. Make it again.`,
    );
  }

  /**
   * Calls into the instance.
   *
   * @throws VitrineError what the core refused, with its code.
   * @throws VitrinePanicError when the instance broke, now or before.
   */
  call<T>(use: (glue: G) => T): T {
    const glue = this.glue;
    try {
      return use(glue);
    } catch (thrown) {
      throw isTrap(thrown) ? this.#poison(thrown) : fromCore(thrown);
    }
  }

  async #load(source: Source | undefined): Promise<void> {
    if (this.#loaded) return;
    const module = await compile(this.name, source ?? this.#defaultSource());
    // initSync() may have been faster.
    if (!this.#loaded) this.#instantiate(module);
  }

  #instantiate(module: WebAssembly.Module): void {
    this.#bindings.initSync({ module });
    this.#loaded = true;
    this.#onLoad?.(this);
  }

  #poison(trap: Error): VitrinePanicError {
    this.#panic = new VitrinePanicError(this.name, this.#lastWords() ?? trap.message, trap);
    return this.#panic;
  }

  #lastWords(): string | undefined {
    try {
      return this.#bindings.last_panic();
    } catch {
      // Too broken even for that.
      return undefined;
    }
  }
}

/** Whether the instance stopped in the middle of its work. Engines tell an exhausted stack in their own ways. */
function isTrap(thrown: unknown): thrown is Error {
  if (thrown instanceof WebAssembly.RuntimeError) return true;
  return (
    thrown instanceof Error && !(thrown instanceof VitrineError) && /call stack|too much recursion/.test(thrown.message)
  );
}
