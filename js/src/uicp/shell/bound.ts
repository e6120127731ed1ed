// `data-state-scope` and `data-state-key`: controls of one window, bound to the state both ways.

import { type Control, isControl, isWritten, read, write } from "./controls.js";
import { all, attribute } from "./elements.js";
import type { ShellHooks } from "./types.js";

/** What is bound. */
export const BOUND = "[data-state-scope][data-state-key]";

/** The bound controls of one window. */
export class Bindings {
  readonly #content: ShadowRoot;
  readonly #windowId: string;
  readonly #hooks: ShellHooks;
  /** What was typed there was said to be done, by Enter or by a submit: from here on the state may change it. */
  readonly #committed = new WeakSet<EventTarget>();
  /** What each control gave to the state the last time. */
  readonly #given = new WeakMap<EventTarget, string>();

  constructor(content: ShadowRoot, windowId: string, hooks: ShellHooks) {
    this.#content = content;
    this.#windowId = windowId;
    this.#hooks = hooks;
    content.addEventListener("input", ({ target }) => this.#changed(target, false));
    content.addEventListener("change", ({ target }) => this.#changed(target, true));
    content.addEventListener("submit", () => this.#commit(content.activeElement));
    content.addEventListener("reset", ({ target }) => this.#reset(target));
    content.addEventListener("focusin", ({ target }) => {
      if (target === null) return;
      this.#committed.delete(target);
      this.#given.delete(target);
    });
    content.addEventListener("focusout", ({ target }) => this.#left(target));
  }

  /** A control that has just come shows the state, where that has its value. */
  prepare(element: Element): void {
    const bound = this.#boundTo(element);
    const value = bound?.value();
    if (bound !== undefined && value !== undefined) write(bound.control, value);
  }

  /** Shows a value in the controls that are bound to it. */
  show(scope: string, key: string, value: unknown): void {
    for (const element of all(this.#content, `[data-state-key="${CSS.escape(key)}"]`)) {
      if (attribute(element, "data-state-scope") !== scope || !isControl(element)) continue;
      if (!this.#isTypedIn(element)) write(element, value);
    }
  }

  #changed(target: EventTarget | null, done: boolean): void {
    if (target === null) return;
    if (done) this.#commit(target);
    else this.#committed.delete(target);
    const bound = this.#boundTo(target);
    if (bound === undefined) return;
    const value = read(bound.control);
    const text = JSON.stringify(value);
    // A change comes after the inputs that made it; what the state became since then is newer.
    const isNews = !done || this.#given.get(target) !== text;
    this.#given.set(target, text);
    if (isNews && JSON.stringify(bound.value()) !== text) bound.report(value);
  }

  #commit(target: EventTarget | null): void {
    if (target !== null) this.#committed.add(target);
  }

  /** The controls have their first values only after the event. */
  #reset(form: EventTarget | null): void {
    if (!(form instanceof HTMLFormElement)) return;
    setTimeout(() => {
      for (const control of all(form, BOUND)) {
        this.#given.delete(control);
        this.#changed(control, true);
      }
    });
  }

  /** What the state became while the person was typing. */
  #left(target: EventTarget | null): void {
    if (target instanceof Element) this.prepare(target);
  }

  #isTypedIn(control: Control): boolean {
    return this.#content.activeElement === control && isWritten(control) && !this.#committed.has(control);
  }

  #boundTo(target: EventTarget) {
    if (!isControl(target)) return undefined;
    const scope = attribute(target, "data-state-scope");
    const key = attribute(target, "data-state-key");
    if (!key || (scope !== "window" && scope !== "workspace" && scope !== "global")) return undefined;
    const windowId = scope === "window" ? this.#windowId : undefined;
    return {
      control: target,
      value: () => this.#hooks.state(scope, key, windowId),
      report: (value: unknown) => this.#hooks.bound(scope, key, value, windowId),
    };
  }
}
