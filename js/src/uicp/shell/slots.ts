// The places that a watch shows: `data-slot` elements, of which only those that fit how far the value is are seen.

import { dom } from "../../html/dom.js";
import { all, attribute, contains, hasContent, setHidden } from "./elements.js";
import type { SlotStatus } from "./types.js";

const SLOTS = ["loading", "empty", "error", "ready"].map((status) => `[data-slot="${status}"]`).join();

/** The slots of one window. */
export class Slots {
  /** What each watched node shows: slots that come later follow it. */
  readonly #watched = new Map<Element | ShadowRoot, { status: SlotStatus; value: unknown }>();
  /** Slots whose text is the value, not the markup's. */
  readonly #filled = new WeakSet<Element>();

  /** See `Shell.showSlot`. */
  show(node: Element | ShadowRoot, status: SlotStatus, value: unknown): boolean {
    const slots = all(node, SLOTS);
    if (slots.length === 0) {
      this.#watched.delete(node);
      return false;
    }
    this.#watched.set(node, { status, value });
    for (const slot of slots) this.#set(slot, status, value);
    return true;
  }

  /** An element that has just come: if it is a slot of a watched node, it shows what that shows. */
  prepare(element: Element, content: ShadowRoot): void {
    for (const [node, { status, value }] of this.#watched) {
      if (!contains(content, node)) this.#watched.delete(node);
      else if (node !== element && contains(node, element)) this.#set(element, status, value);
    }
  }

  #set(slot: Element, status: SlotStatus, value: unknown): void {
    const fits = attribute(slot, "data-slot") === status;
    setHidden(slot, !fits);
    if (!fits || (hasContent(slot) && !this.#filled.has(slot))) return;
    this.#filled.add(slot);
    dom().setTextContent.call(slot, words(value));
  }
}

/** What an empty slot says: text and numbers as they are, an error its message. */
function words(value: unknown): string {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return String(value);
  const message =
    typeof value === "object" && value !== null && Object.getOwnPropertyDescriptor(value, "message")?.value;
  return typeof message === "string" ? message : "";
}
