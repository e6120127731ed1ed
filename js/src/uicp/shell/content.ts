// The island of one window, and what makes its content work: everything is delegated, so that what comes later works
// like what was there, without a listener of its own.

import { Bindings, BOUND } from "./bound.js";
import { COMMAND, listenForCommands, prepareCommand } from "./commands.js";
import { all, matches } from "./elements.js";
import { listenForLinks } from "./links.js";
import { Slots } from "./slots.js";
import { contentSheet } from "./styles.js";
import type { ShellHooks } from "./types.js";

const PREPARED = `${COMMAND}, ${BOUND}, [data-slot]`;

/** The content of a window. */
export class Content {
  readonly root: ShadowRoot;
  readonly bindings: Bindings;
  readonly slots = new Slots();
  /** What came is looked at, not all that is there: appending stays cheap however much there is. */
  readonly #observer = new MutationObserver((records) => this.#prepare(records));

  constructor(host: HTMLElement, windowId: string, hooks: ShellHooks) {
    this.root = host.attachShadow({ mode: "open" });
    this.root.adoptedStyleSheets = [contentSheet(host.ownerDocument)];
    this.bindings = new Bindings(this.root, windowId, hooks);
    listenForCommands(this.root, windowId, hooks);
    listenForLinks(this.root);
    this.#observer.observe(this.root, { childList: true, subtree: true });
  }

  /** Makes what has come since the last call work. */
  refresh(): void {
    this.#prepare(this.#observer.takeRecords());
  }

  /** The window is closed; the island's `close` event tells those who wait for something in it. */
  destroy(): void {
    this.#observer.disconnect();
    this.root.dispatchEvent(new Event("close"));
  }

  #prepare(records: MutationRecord[]): void {
    for (const { addedNodes } of records) {
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        for (const element of [node, ...all(node, PREPARED)]) this.#prepareElement(element);
      }
    }
  }

  #prepareElement(element: Element): void {
    if (matches(element, COMMAND)) prepareCommand(element);
    if (matches(element, BOUND)) this.bindings.prepare(element);
    if (matches(element, "[data-slot]")) this.slots.prepare(element, this.root);
  }
}
