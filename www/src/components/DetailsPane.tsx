import { useEffect, useRef, useState } from "react";
import type { TypedTurn } from "vitrine";
import { useStore } from "../state/store";
import { conversation } from "../state/studio";
import { DetailsHead } from "./DetailsHead";
import { RawPanel } from "./RawPanel";
import { type Tab, Tabs } from "./Tabs";
import { TypedPanel } from "./TypedPanel";
import { TypePanel } from "./TypePanel";
import { UnknownPanel } from "./UnknownPanel";
import { useRaw } from "./useRaw";

type TabId = "typed" | "unknown" | "raw" | "type";

/** The right of the page: all that is known of the selected turn. */
export function DetailsPane() {
  const selected = useStore(conversation.store, selectedTurn);
  const pane = useRef<HTMLElement>(null);
  const [tab, setTab] = useState<TabId>("typed");

  useEffect(() => pane.current?.focus({ preventScroll: true }), []);

  return (
    <aside className="details" aria-label="Turn details" ref={pane} tabIndex={-1}>
      {selected && <Details turn={selected} tab={tab} onTab={setTab} />}
    </aside>
  );
}

function Details({ turn, tab, onTab }: { turn: TypedTurn; tab: TabId; onTab: (tab: TabId) => void }) {
  // A turn that did not verify is read once more, to show what was found in its place.
  const raw = useRaw(turn, tab === "raw" || (turn.error !== undefined && !turn.verified));
  const unknown = Object.keys(turn.unknown ?? {}).length;
  const tabs: Tab<TabId>[] = [
    { id: "typed", label: "Typed" },
    { id: "unknown", label: "Unknown", count: unknown },
    { id: "raw", label: "Raw" },
    { id: "type", label: "Type" },
  ];
  return (
    <>
      <DetailsHead turn={turn} raw={raw} />
      <Tabs label="Views of the turn" tabs={tabs} selected={tab} onSelect={onTab}>
        {tab === "typed" && <TypedPanel turn={turn} />}
        {tab === "unknown" && <UnknownPanel turn={turn} />}
        {tab === "raw" && <RawPanel key={turn.content_hash_b3} raw={raw} />}
        {tab === "type" && <TypePanel turn={turn} />}
      </Tabs>
    </>
  );
}

function selectedTurn({ turns, selectedId }: { turns: readonly TypedTurn[]; selectedId: string | undefined }) {
  return turns.find((turn) => turn.turn_id === selectedId);
}
