import { memo, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Family } from "../data/families";
import type { Chunk } from "../state/conversation";
import { forksAt } from "./ForkMark";
import { TurnCard } from "./TurnCard";
import { usePrinting } from "./usePrinting";

/** A chunk this far outside the window is still drawn, in pixels: more than a fast flick of the wheel. */
const MARGIN = 1600;
/** What an undrawn turn is taken to be high until it was drawn once, in pixels. */
const TURN_HEIGHT = 140;

interface Props {
  chunk: Chunk;
  scroller: RefObject<HTMLElement | null>;
  families: readonly Family[];
  selectedId: string | undefined;
  /** Drawn from the beginning, because a person was reading it when the view was left. */
  drawnFirst: boolean;
}

/** Some turns, drawn while they are near the window; otherwise an empty box of the same height. */
export const TurnChunk = memo(function TurnChunk({ chunk, scroller, families, selectedId, drawnFirst }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const height = useRef(chunk.turns.length * TURN_HEIGHT);
  const [near, setNear] = useState(drawnFirst);
  const printing = usePrinting();
  // The selected turn may hold the focus, which would be lost with its element.
  const drawn = near || selectedId !== undefined || printing;

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return;
        if (!entry.isIntersecting) height.current = entry.boundingClientRect.height;
        setNear(entry.isIntersecting);
      },
      { root: scroller.current, rootMargin: `${MARGIN}px 0px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);

  useLayoutEffect(() => {
    if (box.current) box.current.style.height = drawn ? "" : `${height.current}px`;
  }, [drawn]);

  return (
    <div className="chunk" data-chunk ref={box} role="presentation">
      {drawn &&
        chunk.turns.map((turn) => (
          <TurnCard
            key={turn.turn_id}
            turn={turn}
            selected={turn.turn_id === selectedId}
            forks={forksAt(families, turn.turn_id)}
          />
        ))}
    </div>
  );
});
