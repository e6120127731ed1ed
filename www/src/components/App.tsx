import { lazy, Suspense, useEffect, useRef } from "react";
import { NARROW } from "../state/route";
import { useStore } from "../state/store";
import { conversation, library, navigation } from "../state/studio";
import { ConversationPane } from "./ConversationPane";
import { DetailsPane } from "./DetailsPane";
import { ShortcutSheet } from "./ShortcutSheet";
import { Sidebar } from "./Sidebar";
import { useMedia } from "./useMedia";
import { useShortcuts } from "./useShortcuts";

/** Loaded when they are looked at, and the modules for them. */
const WorkspaceView = lazy(() => import("./WorkspaceView"));
const StateView = lazy(() => import("./StateView"));

export function App() {
  const view = useStore(navigation, (state) => state.view);
  if (view === "turns") return <ConversationView />;
  return (
    <Suspense fallback={<div className="studio" />}>
      {view === "workspace" ? <WorkspaceView /> : <StateView />}
    </Suspense>
  );
}

function ConversationView() {
  const contextId = useStore(conversation.store, (state) => state.contextId);
  const detailsOpen = useStore(conversation.store, (state) => state.detailsOpen && state.selectedId !== undefined);
  const announcement = useStore(conversation.store, (state) => state.announcement);
  const away = useStore(library.store, (state) => state.problem?.title);
  const failure = useStore(conversation.store, (state) => state.problem?.title);
  const narrow = useMedia(NARROW);
  useShortcuts("turns");
  const covered = narrow && detailsOpen;
  const alone = narrow && contextId === undefined;
  const was = useRef(alone);

  // What had the focus went with what was shown: the keyboard goes on where the eye does.
  useEffect(() => {
    const lost = was.current !== alone && document.activeElement === document.body;
    if (lost) document.getElementById(alone ? "contexts" : "conversation")?.focus();
    was.current = alone;
  }, [alone]);

  return (
    <div className="studio" data-view={contextId ? "conversation" : "contexts"} data-details={detailsOpen}>
      {!alone && (
        <a className="skip-link" href="#conversation">
          Skip to the conversation
        </a>
      )}
      <Sidebar inert={covered} alone={alone} />
      {!alone && <ConversationPane inert={covered} />}
      {detailsOpen && <DetailsPane />}
      <ShortcutSheet view="turns" />
      <div className="visually-hidden" role="status">
        {announcement}
      </div>
      <div className="visually-hidden" role="alert">
        {away ?? failure}
      </div>
    </div>
  );
}
