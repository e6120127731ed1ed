import { type RefObject, useEffect, useRef } from "react";
import { useStore } from "../state/store";
import { conversation, retry } from "../state/studio";

/** Older turns are asked for this long before they come into view, in pixels. */
const AHEAD = 800;

/** The upper end of what is loaded: loads older turns when it comes near, and says where the root is. */
export function Beginning({ scroller }: { scroller: RefObject<HTMLElement | null> }) {
  const more = useStore(conversation.store, (state) => state.nextBefore !== null);
  const busy = useStore(conversation.store, (state) => state.busy);
  const problem = useStore(conversation.store, (state) => state.problem);
  const loaded = useStore(conversation.store, (state) => state.turns.length);
  const mark = useRef<HTMLDivElement>(null);
  const waiting = more && !busy && !problem;

  // Watched anew after every page, because the mark may still be near when nothing moved.
  useEffect(() => {
    const element = mark.current;
    if (!element || !waiting || loaded === 0) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) void conversation.loadOlder();
      },
      { root: scroller.current, rootMargin: `${AHEAD}px 0px 0px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, waiting, loaded]);

  return (
    <div className="beginning" ref={mark}>
      {problem ? (
        <p>
          <span className="code-chip">{problem.code}</span> {problem.message}{" "}
          <button type="button" className="button" onClick={() => void retry()}>
            Try again
          </button>
        </p>
      ) : more ? (
        <>
          <button
            type="button"
            className="button quiet"
            disabled={busy !== undefined}
            onClick={() => void conversation.loadOlder()}
          >
            {busy ? "Loading older turns…" : "Load older turns"}
          </button>
          <p className="only-paper">Older turns are not on this paper: they were not loaded when it was printed.</p>
        </>
      ) : loaded > 0 ? (
        <p className="root-mark">Beginning of the conversation</p>
      ) : null}
    </div>
  );
}
