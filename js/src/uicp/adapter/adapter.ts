// The adapter: the core's workspace, the shell that shows it, and the page that asked for it, tied together.

import { requireFunction } from "../../core/arguments.js";
import { mismatch, VitrineError } from "../../core/errors.js";
import { describe } from "../../html/dom.js";
import { choose } from "../../html/options.js";
import type { EffectPorts } from "../effects/index.js";
import { ui } from "../module.js";
import { createShell, type FireContext, type Shell, type ShellHooks } from "../shell/index.js";
import type { Envelope } from "../types.js";
import { validateBatch } from "../validate.js";
import { chunks } from "./batch.js";
import { Calls } from "./calls.js";
import { Core, destroyed, Origin, type OriginNumber } from "./core.js";
import { Frames } from "./frames.js";
import { Global } from "./global.js";
import { Journal } from "./journal.js";
import { Listeners } from "./listeners.js";
import { adapterOptions } from "./options.js";
import { Pump } from "./pump.js";
import type { Adapter, AdapterOptions, Outcome, WindowChange, WorkspaceEvent } from "./types.js";

/**
 * Makes `root` a workspace: batches of operations become windows in it, in the order in which they are queued, all that
 * is due at once in one frame.
 *
 * @throws VitrineNotReadyError before `init()`
 * @throws VitrineError `Unsupported` where there is no DOM, `BadRequest` for an option that cannot be, and for a root that
 * has an adapter: it is free again after that one's `destroy()`
 */
export function createAdapter(options: AdapterOptions): Adapter {
  ui.requireReady();
  const checked = adapterOptions(options);
  const { root } = checked;
  if (TAKEN.has(root)) throw taken(root);
  Workspace.rehearse();
  const workspace = new Workspace(checked);
  TAKEN.add(root);
  return workspace;
}

/** The roots of living adapters: two would each put windows over the other's. */
const TAKEN = /* @__PURE__ */ new WeakSet<HTMLElement>();

function taken(root: HTMLElement): VitrineError {
  const expected = "an element without an adapter: destroy() the one that it has, or give another element";
  return mismatch("BadRequest", "root", expected, `${describe(root)} that an adapter has`, "/root");
}

/** Of what agents write most. */
const REHEARSAL = `<article class="a" style="margin: 0"><h3>é 🙂 &amp;</h3><p class="b">a <b>b</b></p>
<ul class="c"><li>a <code>1</code></li><li>b <code>2</code></li></ul><a href="https://example.org/">a</a>
<button class="d" data-command='[{"op":"txn.cancel","params":{}}]'>a</button></article>`;
let rehearsed = false;

/** The two ends of a promise. */
interface Waiting {
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
}

class Workspace implements Adapter {
  /**
   * Applies a batch, once, in a workspace that nobody sees: engines compile code when it is used first, which takes
   * longer than a frame. Here nobody waits for one.
   */
  static rehearse(): void {
    if (rehearsed) return;
    rehearsed = true;
    // In a tree of its own, which takes the shell's styles with it when it goes.
    const tree = document.createElement("div").attachShadow({ mode: "closed" });
    const workspace = new Workspace({ root: tree.appendChild(document.createElement("div")) });
    const params = { windowId: "a", target: "#root", html: REHEARSAL };
    const ops = ["dom.set", "dom.append", "dom.append"].map((op) => ({ op, params }));
    const batch = [{ op: "window.create", params: { id: "a", title: "a" } }, ...ops];
    void workspace.#queue(batch, Origin.Adapter);
    // As many as are enough however slow the machine: each does an operation or more.
    for (const _ of batch) workspace.#pump.frame();
    workspace.destroy();
  }

  readonly control = { full: false, suppressAutoApply: false };
  readonly state: Adapter["state"];
  readonly #root: HTMLElement;
  readonly #core: Core;
  readonly #listeners: Listeners;
  readonly #shell: Shell;
  readonly #pump: Pump;
  readonly #calls: Calls;
  readonly #frames = new Frames(() => this.#frame());
  readonly #journal: Journal | undefined;
  readonly #global: Global | undefined;
  /** Who waits for the outcome of a batch. */
  readonly #waiting = new Map<number, Waiting>();
  /** Resolved when the stored log was replayed: nothing comes before it. */
  #ready: Promise<void> | undefined;
  #pending: Envelope[] | null = null;
  #locked = false;
  #destroyed = false;

  constructor({ root, images, logStore, global, onProblem, onEvent, ...ports }: AdapterOptions) {
    this.#root = root;
    this.#core = new Core(choose({ images, clobbering: "allow" }));
    this.#listeners = new Listeners(onProblem, onEvent);
    this.#shell = createShell(root, this.#hooks());
    const effects: EffectPorts = {
      ...ports,
      shell: this.#shell,
      enqueue: (batch) => this.#queue(batch, Origin.Adapter),
    };
    const failed = (error: unknown) => this.#listeners.failed(error);
    this.#calls = new Calls(this.#core, effects, () => this.#look(), failed);
    this.#pump = new Pump(this.#core, this.#shell, {
      begin: (ticket, envelope) => this.#calls.begin(ticket, envelope),
      abort: (ticket) => this.#calls.abort(ticket),
      event: (event) => this.#listeners.happened(event),
      value: (scope, key, value) => {
        if (scope === "global") this.#global?.changed(key, value);
      },
    });
    this.state = {
      get: (scope, key, windowId) => this.#core.state(scope, key, windowId),
      set: (scope, key, value, windowId) => this.#setState(scope, key, windowId, value, Origin.Agent),
    };
    if (global) {
      const set = (key: string, value: unknown) => this.#setState("global", key, undefined, value, Origin.Page);
      this.#global = new Global(global, set, failed);
    }
    if (logStore) {
      this.#journal = new Journal(logStore, this.#core, failed);
      this.#ready = this.#restore(logStore.load()).finally(() => {
        this.#ready = undefined;
        if (!this.#destroyed) this.#global?.load();
      });
    } else this.#global?.load();
  }

  enqueue(batch: unknown): Promise<Outcome> {
    return this.#take(() => this.#queue(batch, Origin.Agent), batch);
  }

  stop(): void {
    this.#locked = true;
    void this.#take(() => this.#queue([{ op: "txn.cancel", params: {} }], Origin.Page));
  }

  unlock(): void {
    this.#locked = false;
  }

  get locked(): boolean {
    return this.#locked;
  }

  registerWindowLifecycle(listener: (change: WindowChange) => void): () => void {
    requireFunction(listener, "registerWindowLifecycle");
    return this.#listeners.register(listener);
  }

  listWorkspaceWindows(): { id: string; title: string }[] {
    return this.#core.windows();
  }

  closeWorkspaceWindow(id: string): Promise<Outcome> {
    return this.#take(() => this.#queue([{ op: "window.close", params: { id } }], Origin.Page));
  }

  content(windowId: string): ShadowRoot | null {
    return this.#shell.content(windowId);
  }

  offer(batch: unknown): Promise<Outcome | null> {
    if (this.control.suppressAutoApply) return Promise.resolve(null);
    if (this.control.full && !this.#locked) return this.enqueue(batch);
    return this.#take(async () => {
      this.#pending = validateBatch(batch);
      this.#listeners.happened({ type: "pending", batch: this.#pending });
      this.#listeners.flush();
      return null;
    }, batch);
  }

  get pending(): Envelope[] | null {
    return this.#pending;
  }

  acceptPending(): Promise<Outcome> {
    const batch = this.#pending ?? [];
    this.#pending = null;
    return this.enqueue(batch);
  }

  rejectPending(): void {
    this.#pending = null;
  }

  log(): Envelope[] {
    return this.#core.log();
  }

  replay(log: Envelope[]): Promise<Outcome> {
    return this.#take(() => this.#replay(log));
  }

  reset(): void {
    if (this.#destroyed) throw destroyed();
    this.#finish();
    // A hook may have destroyed it.
    if (this.#destroyed) return;
    this.#clear();
    this.#journal?.release();
    this.#look();
  }

  destroy(): void {
    this.#finish();
    if (this.#destroyed) return;
    this.#journal?.close();
    this.#clear();
    this.#destroyed = true;
    this.#frames.stop();
    this.#tell();
    this.#shell.destroy();
    TAKEN.delete(this.#root);
    this.#core.free();
  }

  /** What was begun in a frame has its end, unless that went with the module. */
  #finish(): void {
    if (this.#core.isWhole) this.#pump.finish();
  }

  /** Nothing is shown, queued, under way or remembered. */
  #clear(): void {
    this.#shell.clear();
    this.#pump.reset();
    this.#calls.abortAll();
    if (!this.#core.isWhole) this.#lose();
    this.#core.reset();
  }

  /** Nobody waits for what went with the module. */
  #lose(): void {
    const message = "What was queued went with the module, on a fault of it or by reinit(). Queue it again.";
    const error = new VitrineError("StaleHandle", message);
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }

  /** What a person does comes the same way as what an agent asks for. */
  #hooks(): ShellHooks {
    const person = (op: string, params: object) => {
      void this.#take(() => this.#queue([{ op, params }], Origin.Page));
    };
    return {
      state: (scope, key, windowId) => this.#core.state(scope, key, windowId),
      bound: (scope, key, value, windowId) => {
        try {
          this.#setState(scope, key, windowId, value, Origin.Page);
        } catch (error) {
          this.#listeners.failed(error);
        }
      },
      fire: (command, context) => void this.#take(() => this.#fire(command, context)),
      moved: (id, x, y) => person("window.move", { id, x, y }),
      resized: (id, { x, y, width, height }) => person("window.update", { id, x, y, width, height }),
      focused: (id) => person("window.focus", { id }),
      closing: (id) => person("window.close", { id }),
    };
  }

  #fire(command: string, context: FireContext): Promise<Outcome> {
    return this.#queue(this.#core.fill(command, context), Origin.Page);
  }

  /** Does what answers with a promise: nothing is thrown, nothing that is refused goes by unseen. */
  #take<T>(does: () => Promise<T>, batch?: unknown): Promise<T> {
    const begun = async () => {
      if (this.#ready) await this.#ready;
      if (this.#destroyed) throw destroyed();
      return does();
    };
    const answer = begun();
    // Those who wait for the answer get the error too; nobody has to.
    answer.catch((error: unknown) => this.#listeners.failed(error, batch));
    return answer;
  }

  #queue(batch: unknown, origin: OriginNumber): Promise<Outcome> {
    const number = this.#core.enqueue(batch, origin);
    const outcome = new Promise<Outcome>((resolve, reject) => this.#waiting.set(number, { resolve, reject }));
    this.#look();
    return outcome;
  }

  async #replay(log: Envelope[]): Promise<Outcome> {
    const batches = chunks(log);
    // All of it is checked before any of it is applied.
    for (const batch of batches) validateBatch(batch);
    const outcomes = await Promise.all(batches.map((batch) => this.#queue(batch, Origin.Replay)));
    const sum: Outcome = { applied: 0, skipped: 0, failed: [] };
    let before = 0;
    for (const { applied, skipped, failed } of outcomes) {
      sum.applied += applied;
      sum.skipped += skipped;
      for (const each of failed) sum.failed.push({ ...each, index: each.index + before });
      before += applied + skipped + failed.length;
    }
    return sum;
  }

  async #restore(loading: Promise<Envelope[]>): Promise<void> {
    try {
      const log = await loading;
      if (!this.#destroyed) await this.#replay(log);
    } catch (error) {
      // Nothing is saved over a log that could not be shown, until the page begins anew.
      this.#journal?.hold();
      this.#listeners.failed(error);
    }
  }

  #setState(scope: string, key: string, windowId: string | undefined, value: unknown, origin: OriginNumber): void {
    this.#core.setState(scope, key, windowId, value, origin);
    this.#look();
  }

  /** Something may be due, or may have come to its end. */
  #look(): void {
    this.#frames.ask();
  }

  #frame(): void {
    try {
      // What was queued before the root came waits for it.
      if (this.#root.isConnected) this.#pump.frame();
      // A hook may have destroyed it, and so may a listener.
      if (!this.#destroyed) this.#tell();
      if (this.#destroyed) return;
      this.#journal?.look();
      if (this.#core.isDue()) this.#look();
      this.#frames.askAt(this.#core.wakes());
    } catch (error) {
      if (this.#destroyed) return;
      this.#listeners.failed(error);
      if (!this.#core.isWhole) this.#lose();
    }
  }

  /** Resolves what has ended, and tells what has happened. */
  #tell(): void {
    const [outcomes, events] = this.#core.news();
    for (const { batch, ...outcome } of outcomes) {
      this.#waiting.get(batch)?.resolve(outcome);
      this.#waiting.delete(batch);
    }
    for (const event of events as WorkspaceEvent[]) this.#listeners.happened(event);
    this.#listeners.flush();
  }
}
