// A frame: what is due is done in the page, in order.

import { VitrineError } from "../../core/errors.js";
import { Place } from "../../html/builder.js";
import { dom } from "../../html/dom.js";
import { contextOf } from "../../html/place.js";
import type { Removed } from "../../html/types.js";
import type { ApiCall } from "../effects/index.js";
import { contains, matches } from "../shell/elements.js";
import type { Shell } from "../shell/index.js";
import type { Command, Core, ShowCommand } from "./core.js";
import type { WorkspaceEvent } from "./types.js";

/** A frame that has taken so many milliseconds leaves the rest to the next. */
const FRAME_MS = 5;
/** The clock is looked at between runs, which are to take about so many milliseconds whatever the machine. */
const RUN_MS = 2;
/** What the first run weighs, and the lightest: what is done for the first time takes longest. */
const FIRST_RUN = 1 << 10;
const HEAVIEST_RUN = 128 << 10;

/** Elements that hold nothing: what is put into them is never seen. */
const VOID = "area, br, col, hr, img, input, source, track, wbr";

/** An effect that is to be begun. */
export type Begin = Extract<Command, { do: "effect" }>;

/** What a frame does beside what it shows. */
export interface PumpHooks {
  begin(ticket: number, envelope: ApiCall): void;
  abort(ticket: number): void;
  event(event: WorkspaceEvent): void;
  /** A value of the state is another one now. */
  value(scope: string, key: string, value: unknown): void;
}

/** Where a watch shows its value. */
interface Watched {
  show: ShowCommand;
  node: Element | ShadowRoot | undefined;
}

/** A run under way. */
interface Run {
  /** Those that are left: whoever takes one leaves the others to the next. */
  commands: IterableIterator<[place: number, command: Command]>;
  failures: [place: number, code: string, message: string][];
  effects: Begin[];
}

/** Carries commands out in the shell. */
export class Pump {
  readonly #core: Core;
  readonly #shell: Shell;
  readonly #hooks: PumpHooks;
  /** The elements of components by id. */
  readonly #components = new Map<string, { window: string; element: Element }>();
  readonly #watches = new Map<number, Watched>();
  /** Watches with a target that cannot be. */
  readonly #astray = new Set<number>();
  /** What has come in this frame and is to be made to work, by window. */
  readonly #came = new Map<string, Element[]>();
  #running = false;
  #run: Run | undefined;
  #resets = 0;
  /** What the next run weighs. */
  #weight = FIRST_RUN;

  constructor(core: Core, shell: Shell, hooks: PumpHooks) {
    this.#core = core;
    this.#shell = shell;
    this.#hooks = hooks;
  }

  /** Does what is due, as far as the time of a frame goes. */
  frame(): void {
    // What a listener of the page does in the middle of a frame waits for the next.
    if (this.#running) return;
    this.#running = true;
    try {
      let now = performance.now();
      const end = now + FRAME_MS;
      while (now < end && this.#next()) {
        const before = now;
        now = performance.now();
        this.#fit(now - before);
      }
      for (const [window, elements] of this.#came) this.#shell.refresh(window, elements);
      this.#came.clear();
    } finally {
      this.#running = false;
    }
  }

  /**
   * Ends the run under way, which a hook that is called in the middle of it cannot leave half done: its batches would never
   * end. What it does afterwards is up to it; effects begin only where that is no reset.
   */
  finish(): void {
    const run = this.#run;
    if (run !== undefined) this.#carryOutAll(run);
  }

  /** Forgets what it knows of the page, and the run under way. */
  reset(): void {
    this.#run = undefined;
    this.#resets += 1;
    this.#components.clear();
    this.#watches.clear();
    this.#astray.clear();
    this.#came.clear();
  }

  /** Makes the next run fit its time, where the last one tells how much does. */
  #fit(took: number): void {
    if (took < RUN_MS && !this.#core.isDue()) return;
    const weight = this.#weight * Math.min(Math.max(RUN_MS / took, 1 / 4), 2);
    this.#weight = Math.min(Math.max(weight, FIRST_RUN), HEAVIEST_RUN);
  }

  #next(): boolean {
    const commands = this.#core.run(this.#weight);
    if (commands.length === 0) return false;
    const run: Run = { commands: commands.entries(), failures: [], effects: [] };
    this.#run = run;
    const resets = this.#resets;
    this.#carryOutAll(run);
    // What begins may lead to a reset, too.
    for (const { ticket, envelope } of run.effects) if (resets === this.#resets) this.#hooks.begin(ticket, envelope);
    return true;
  }

  /** Carries out what is left of a run and ends it, unless a hook has done that. */
  #carryOutAll(run: Run): void {
    for (const [place, command] of run.commands) {
      try {
        if (command.do === "effect") run.effects.push(command);
        else this.#carryOut(command, place);
      } catch (error) {
        run.failures.push([place, ...wordsOf(error)]);
      }
    }
    if (this.#run !== run) return;
    this.#run = undefined;
    this.#core.settle(run.failures);
  }

  #carryOut(command: Exclude<Command, Begin>, place: number): void {
    switch (command.do) {
      case "open":
        this.#shell.openWindow(command);
        break;
      case "change":
        this.#shell.changeWindow(command);
        break;
      case "close":
        this.#close(command.id);
        break;
      case "markup":
        this.#markup(command, place);
        break;
      case "component":
        this.#component(command, place);
        break;
      case "remove":
        this.#remove(command);
        break;
      case "show":
        this.#show(command, place);
        break;
      case "unwatch":
        this.#watches.delete(command.watch);
        break;
      case "bound":
        this.#shell.showBound(command.scope, command.key, command.window, command.value);
        this.#hooks.value(command.scope, command.key, command.value);
        break;
      case "abort":
        this.#hooks.abort(command.ticket);
    }
  }

  #close(id: string): void {
    this.#shell.closeWindow(id);
    this.#came.delete(id);
    for (const [number, { show }] of this.#watches) if (show.window === id) this.#watches.delete(number);
    for (const [name, { window }] of this.#components) if (window === id) this.#components.delete(name);
  }

  #markup({ window, target, place: where }: Extract<Command, { do: "markup" }>, place: number): void {
    const node = where === Place.Replace ? this.#resolve(window, target) : this.#holder(window, target);
    const nodes: Node[] = [node];
    const removed = this.#build(place, nodes, where === Place.Replace ? dom().parentNode.call(node) : node);
    if (removed.length > 0) this.#hooks.event({ type: "removed", windowId: window, target, removed });
    if (nodes.length > 1) {
      const came = this.#came.get(window) ?? [];
      came.push(...(nodes.slice(1) as Element[]));
      this.#came.set(window, came);
    }
    this.#cameOrWent(window);
  }

  #component({ id, window, target }: Extract<Command, { do: "component" }>, place: number): void {
    if (target === undefined) {
      const element = this.#living(id, window);
      this.#build(place, [element], element);
    } else {
      const node = this.#holder(window, target);
      const nodes: Node[] = [node];
      this.#build(place, nodes, node);
      const known = this.#components.get(id);
      if (known !== undefined) dom().remove.call(known.element);
      this.#components.set(id, { window, element: nodes[1] as Element });
    }
    this.#cameOrWent(window);
  }

  #remove({ id, window }: Extract<Command, { do: "remove" }>): void {
    const element = this.#living(id, window);
    this.#components.delete(id);
    dom().remove.call(element);
    this.#cameOrWent(window);
  }

  /** The element of a component, unless other content has taken its place. */
  #living(id: string, window: string): Element {
    const element = this.#components.get(id)?.element;
    if (element && this.#isIn(window, element)) return element;
    this.#components.delete(id);
    throw new VitrineError(
      "UICP_COMPONENT_NOT_FOUND",
      `The component ${JSON.stringify(id)} is not in its window any more. Render it again.`,
    );
  }

  #show(show: ShowCommand, place: number): void {
    const node = this.#find(show) ?? undefined;
    this.#watches.set(show.watch, { show, node });
    if (node === undefined || this.#shell.showSlot(node, show.status, show.value)) return;
    this.#build(place, [node], node);
  }

  /** The places of watches that came with what was built show their values. */
  #cameOrWent(window: string): void {
    for (const [number, { show, node }] of this.#watches) {
      if (show.window !== window || (node && this.#isIn(window, node))) continue;
      const next = this.#find(show);
      const shown = next && this.#core.follow(number);
      if (shown) this.#show(shown[1], shown[0]);
    }
  }

  /** The place of a watch. One that no place can have is told once: what brought a value there did what it should. */
  #find({ watch, window, target }: ShowCommand): Element | ShadowRoot | null {
    try {
      return this.#shell.resolve(window, target);
    } catch (error) {
      const [code, message] = wordsOf(error);
      if (!this.#astray.has(watch)) {
        this.#astray.add(watch);
        this.#hooks.event({ type: "warning", op: "state.watch", windowId: window, code, message });
      }
      return null;
    }
  }

  #isIn(window: string, node: Node): boolean {
    const content = this.#shell.content(window);
    return content !== null && contains(content, node);
  }

  #resolve(window: string, target: string): Element | ShadowRoot {
    const node = this.#shell.resolve(window, target);
    if (node !== null) return node;
    throw new VitrineError(
      "UICP_TARGET_NOT_FOUND",
      `Nothing in the window ${JSON.stringify(window)} is ${JSON.stringify(target)}. Set its content first, or use "#root".`,
    );
  }

  /** A target that can hold content. */
  #holder(window: string, target: string): Element | ShadowRoot {
    const node = this.#resolve(window, target);
    if (!(node instanceof Element) || !matches(node, VOID)) return node;
    throw new VitrineError(
      "UICP_TARGET_INVALID",
      `target: expected an element that can hold content, found <${node.localName}> at ${JSON.stringify(target)}. Use dom.replace, or what is around it.`,
    );
  }

  /**
   * Builds what the command of that place shows, at the first of `nodes`; what was removed.
   *
   * @param holder what will hold it
   */
  #build(place: number, nodes: Node[], holder: Node | null): Removed[] {
    return this.#core.build(place, contextOf(dom(), holder), nodes);
  }
}

/** Code and message of what was thrown. */
function wordsOf(error: unknown): [string, string] {
  const { code = "", message = String(error) } = error as Partial<VitrineError>;
  return [code.startsWith("UICP_") ? code : "UICP_FAILED", message];
}
