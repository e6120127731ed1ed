import { useLayoutEffect, useRef } from "react";
import type { Chunk } from "../state/conversation";
import { useStore } from "../state/store";
import { conversation, library } from "../state/studio";
import { Beginning } from "./Beginning";
import { TurnChunk } from "./TurnChunk";
import { useScrollAnchor } from "./useScrollAnchor";

/** The turns of the open context in one scrolling column. Only what is near the window is in the page. */
export function TurnFeed() {
  const chunks = useStore(conversation.store, (state) => state.chunks);
  const selectedId = useStore(conversation.store, (state) => state.selectedId);
  const reveal = useStore(conversation.store, (state) => state.reveal);
  const busy = useStore(conversation.store, (state) => state.busy);
  const families = useStore(library.store, (state) => state.families);
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const anchor = useScrollAnchor(scroller, content, conversation);

  useLayoutEffect(() => {
    if (!reveal) return;
    anchor.reveal(`turn-${reveal.turnId}`, reveal.at);
    conversation.revealed();
  }, [reveal, anchor]);

  return (
    <div className="scroller" ref={scroller}>
      <div className="column" ref={content}>
        <Beginning scroller={scroller} />
        <div role="feed" aria-label="Turns" aria-busy={busy !== undefined}>
          {chunks.map((chunk) => (
            <TurnChunk
              key={chunk.key}
              chunk={chunk}
              scroller={scroller}
              families={families}
              drawnFirst={holds(chunk, conversation.place?.turnId)}
              selectedId={holds(chunk, selectedId) ? selectedId : undefined}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

function holds(chunk: Chunk, turnId: string | undefined): boolean {
  return turnId !== undefined && chunk.turns.some((turn) => turn.turn_id === turnId);
}
