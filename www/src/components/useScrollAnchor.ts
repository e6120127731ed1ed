import { type RefObject, useLayoutEffect, useMemo } from "react";
import type { Conversation, Place, RevealAt } from "../state/conversation";

/** Space kept between a revealed turn and the edge of the window, in pixels. */
const MARGIN = 24;
/** What a person does to a page; from then on its end no longer holds the view. */
const TOUCHES = ["wheel", "pointerdown", "keydown", "touchstart"] as const;

type InTurn = Pick<Place, "turnId" | "top">;

interface Anchor {
  reveal(elementId: string, at: RevealAt): void;
}

/**
 * Keeps what is being read in its place while things above it are loaded, drawn or measured: the first
 * visible turn stays where it is, and until a person touches the page its end does.
 * What it holds when the view is left is the conversation's `place`, and held again when it is back.
 * Browsers have this built in, but not all, and not at the very top, which is where older turns arrive.
 */
export function useScrollAnchor(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  conversation: Conversation,
): Anchor {
  const keeper = useMemo(() => new Keeper(), []);
  useLayoutEffect(() => {
    if (!scroller.current || !content.current) return;
    const { contextId } = conversation.store.get();
    const { place } = conversation;
    const stop = keeper.watch(scroller.current, content.current, place?.contextId === contextId ? place : undefined);
    return () => {
      stop();
      const kept = keeper.place();
      conversation.place = kept && contextId ? { contextId, ...kept } : undefined;
    };
  }, [keeper, scroller, content, conversation]);
  return keeper;
}

class Keeper implements Anchor {
  #scroller: HTMLElement | undefined;
  #held: { element: Element; top: number } | "end" = "end";
  #scrolled = 0;

  watch(scroller: HTMLElement, content: HTMLElement, place: InTurn | undefined): () => void {
    this.#scroller = scroller;
    const element = place && document.getElementById(`turn-${place.turnId}`);
    if (element) this.#held = { element, top: place.top };
    this.#scrolled = scroller.scrollTop;
    const release = () => {
      if (this.#held === "end") this.#hold();
    };
    const onScroll = () => {
      const byItself = this.#held === "end" && Math.abs(scroller.scrollTop - this.#scrolled) < 2;
      if (byItself) return;
      if (this.#held !== "end") this.#restore();
      this.#hold();
    };
    // Told after layout and before painting, so a change and its correction are seen as one.
    const observer = new ResizeObserver(() => this.#restore());
    observer.observe(content);
    observer.observe(scroller);
    scroller.addEventListener("scroll", onScroll, { passive: true });
    for (const touch of TOUCHES) scroller.addEventListener(touch, release, { passive: true });
    this.#restore();
    return () => {
      observer.disconnect();
      scroller.removeEventListener("scroll", onScroll);
      for (const touch of TOUCHES) scroller.removeEventListener(touch, release);
      this.#scroller = undefined;
    };
  }

  /** What is held, where that is a turn. */
  place(): InTurn | undefined {
    if (this.#held === "end") return;
    const turnId = this.#held.element.getAttribute("data-turn");
    return turnId === null ? undefined : { turnId, top: this.#held.top };
  }

  reveal(elementId: string, at: RevealAt): void {
    const scroller = this.#scroller;
    const element = document.getElementById(elementId);
    if (!scroller || !element) return;
    element.focus({ preventScroll: true });
    if (at === "end") {
      this.#held = "end";
      this.#restore();
      return;
    }
    if (at === "top") scroller.scrollTop = 0;
    const window = scroller.getBoundingClientRect();
    const box = element.getBoundingClientRect();
    const above = box.top - window.top - MARGIN;
    const below = box.bottom - window.bottom + MARGIN;
    if (at === "start") scroller.scrollTop += above;
    else if (at === "nearest" && (above < 0 || box.height > window.height - 2 * MARGIN)) scroller.scrollTop += above;
    else if (at === "nearest" && below > 0) scroller.scrollTop += below;
    this.#grip(element);
  }

  #restore(): void {
    const scroller = this.#scroller;
    if (!scroller) return;
    if (this.#held === "end") {
      scroller.scrollTop = scroller.scrollHeight;
      this.#scrolled = scroller.scrollTop;
      return;
    }
    const { element, top } = this.#held;
    if (!element.isConnected) {
      this.#hold();
      return;
    }
    // What a person has scrolled since the last look is to stay; what is left of the way moved by itself.
    const wanted = top - (scroller.scrollTop - this.#scrolled);
    const moved = element.getBoundingClientRect().top - scroller.getBoundingClientRect().top - wanted;
    this.#held = { element, top: wanted };
    if (Math.abs(moved) >= 1) scroller.scrollTop += moved;
    this.#scrolled = scroller.scrollTop;
  }

  /** Takes hold of the first turn in the window; of a chunk only where no turn is drawn yet. */
  #hold(): void {
    const scroller = this.#scroller;
    if (!scroller) return;
    const { top, bottom } = scroller.getBoundingClientRect();
    const turn = firstBelow(scroller.querySelectorAll("[data-turn]"), top);
    const visible = turn && turn.getBoundingClientRect().top < bottom;
    const element = visible ? turn : firstBelow(scroller.querySelectorAll("[data-chunk]"), top);
    if (element) this.#grip(element);
  }

  #grip(element: Element): void {
    const scroller = this.#scroller;
    if (!scroller) return;
    this.#held = { element, top: element.getBoundingClientRect().top - scroller.getBoundingClientRect().top };
    this.#scrolled = scroller.scrollTop;
  }
}

/** The first of elements that stand in order down the page whose end is below `edge`, found by halving. */
function firstBelow(elements: NodeListOf<Element>, edge: number): Element | undefined {
  let low = 0;
  let high = elements.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((elements[middle]?.getBoundingClientRect().bottom ?? 0) > edge) high = middle;
    else low = middle + 1;
  }
  return elements[low];
}
