// The shell: windows in a root element, and the roads from what a person does in them to the adapter.

import { dom } from "../../html/dom.js";
import type { Area } from "./geometry.js";
import { adoptShellSheet } from "./styles.js";
import { resolve } from "./targets.js";
import type { Box, Shell, ShellHooks, SlotStatus } from "./types.js";
import { ShellWindow, type Surroundings } from "./window.js";

export type { Box, FireContext, Shell, ShellHooks, SlotStatus } from "./types.js";

/** Makes `root` the place of windows. What the root holds beside them stays. */
export function createShell(root: HTMLElement, hooks: ShellHooks): Shell {
  return new DomShell(root, hooks);
}

/** What the ids of living shells begin with: each has its own, so that no window is labelled by another's title. */
const PREFIXES = new Set<string>();

function prefixFor(root: HTMLElement): string {
  const first = root.id || "vitrine";
  let prefix = first;
  for (let number = 2; PREFIXES.has(prefix); number += 1) prefix = `${first}-${number}`;
  PREFIXES.add(prefix);
  return prefix;
}

class DomShell implements Shell {
  readonly #root: HTMLElement;
  readonly #hooks: ShellHooks;
  readonly #windows = new Map<string, ShellWindow>();
  readonly #around: Surroundings;
  readonly #resizing: ResizeObserver;
  #area: Area = { width: Number.POSITIVE_INFINITY, height: Number.POSITIVE_INFINITY };
  /** The window that a person turned to last, as long as no other one moved. */
  #active: ShellWindow | undefined;
  /** The shell itself moves the focus: nobody chose. */
  #quiet = false;

  constructor(root: HTMLElement, hooks: ShellHooks) {
    this.#root = root;
    this.#hooks = hooks;
    this.#around = {
      document: root.ownerDocument,
      prefix: prefixFor(root),
      area: () => this.#area,
      chosen: (window) => this.#choose(window),
      hooks,
    };
    adoptShellSheet(root);
    root.classList.add("vitrine-workspace");
    this.#measure();
    this.#resizing = new ResizeObserver(() => this.#measure());
    this.#resizing.observe(root);
  }

  openWindow(window: { id: string; title: string; z: number } & Box): void {
    let opened = this.#windows.get(window.id);
    if (opened === undefined) {
      // The root may have come into another tree since.
      adoptShellSheet(this.#root);
      opened = new ShellWindow(window.id, this.#around);
      this.#windows.set(window.id, opened);
      this.#root.append(opened.section);
    }
    this.#change(opened, window);
  }

  changeWindow(window: { id: string; title?: string; z?: number; focus?: boolean } & Partial<Box>): void {
    const changed = this.#windows.get(window.id);
    if (changed === undefined) return;
    this.#change(changed, window);
    if (window.focus) this.#focus(changed);
  }

  closeWindow(id: string): void {
    const closed = this.#windows.get(id);
    if (closed === undefined) return;
    const hadFocus = closed.section.matches(":focus-within");
    this.#windows.delete(id);
    closed.remove();
    if (this.#active === closed) this.#active = undefined;
    // The keyboard goes on where the person looks: at the window that is now in front.
    const front = this.#front();
    if (hadFocus && front !== undefined) this.#focus(front);
  }

  clear(): void {
    for (const id of [...this.#windows.keys()]) this.closeWindow(id);
  }

  content(id: string): ShadowRoot | null {
    return this.#windows.get(id)?.content.root ?? null;
  }

  resolve(windowId: string, target: string): Element | ShadowRoot | null {
    const content = this.content(windowId);
    return content && resolve(content, target);
  }

  refresh(windowId: string, came?: Iterable<Element>): void {
    this.#windows.get(windowId)?.content.refresh(came);
  }

  showBound(scope: string, key: string, windowId: string | undefined, value: unknown): void {
    for (const { id, content } of this.#windows.values()) {
      if (scope !== "window" || id === windowId) content.bindings.show(scope, key, value);
    }
  }

  showSlot(node: Element | ShadowRoot, status: SlotStatus, value: unknown): boolean {
    const root = dom().getRootNode.call(node);
    for (const { content } of this.#windows.values()) {
      if (content.root === root) return content.slots.show(node, status, value);
    }
    return false;
  }

  destroy(): void {
    this.#resizing.disconnect();
    for (const window of this.#windows.values()) window.remove();
    this.#windows.clear();
    PREFIXES.delete(this.#around.prefix);
    this.#root.classList.remove("vitrine-workspace");
  }

  #change(window: ShellWindow, change: { title?: string; z?: number } & Partial<Box>): void {
    window.change(change);
    // Another one may be in front from here on, so that turning to the active one counts again.
    if (change.z !== undefined && window !== this.#active) this.#active = undefined;
  }

  #choose(window: ShellWindow): void {
    if (this.#quiet || this.#active === window) return;
    this.#active = window;
    this.#hooks.focused(window.id);
  }

  /** Moves the focus to a window, unless it is in it: then it is where the person put it. */
  #focus(window: ShellWindow): void {
    this.#active = window;
    if (window.section.matches(":focus-within")) return;
    this.#quiet = true;
    window.section.focus({ preventScroll: true });
    this.#quiet = false;
  }

  #front(): ShellWindow | undefined {
    let front: ShellWindow | undefined;
    for (const window of this.#windows.values()) if (front === undefined || window.z >= front.z) front = window;
    return front;
  }

  #measure(): void {
    const { clientWidth, clientHeight } = this.#root;
    // A root that is not shown has no size, and nothing to hold windows to.
    const of = (length: number) => (clientWidth > 0 && clientHeight > 0 ? length : Number.POSITIVE_INFINITY);
    this.#area = { width: of(clientWidth), height: of(clientHeight) };
    for (const window of this.#windows.values()) window.place();
  }
}
