// The island of one window, and what makes its content work: everything is delegated, so that what comes later works
// like what was there, without a listener of its own.

import { Bindings, BOUND } from "./bound.js";
import { COMMAND, listenForCommands, prepareCommand } from "./commands.js";
import { all, has } from "./elements.js";
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

  constructor(host: HTMLElement, windowId: string, hooks: ShellHooks) {
    this.root = host.attachShadow({ mode: "open" });
    this.root.adoptedStyleSheets = [contentSheet(host.ownerDocument)];
    this.bindings = new Bindings(this.root, windowId, hooks);
    listenForCommands(this.root, windowId, hooks);
    listenForLinks(this.root);
  }

  /** Makes elements work: those that came, or all that are there. */
  refresh(came: Iterable<Element> = all(this.root, PREPARED)): void {
    for (const element of came) {
      if (has(element, "data-command")) prepareCommand(element);
      if (has(element, "data-state-key")) this.bindings.prepare(element);
      if (has(element, "data-slot")) this.slots.prepare(element, this.root);
    }
  }

  /** The window is closed; the island's `close` event tells those who wait for something in it. */
  destroy(): void {
    this.root.dispatchEvent(new Event("close"));
  }
}
