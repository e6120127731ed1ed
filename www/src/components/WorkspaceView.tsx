import { useEffect, useLayoutEffect, useRef } from "react";
import { useStore } from "../state/store";
import { type LogKind, workspace } from "../state/workspace";
import { ConsoleView } from "./ConsoleView";
import { Icon } from "./Icon";
import { Log } from "./Log";
import { WorkspaceConsole } from "./WorkspaceConsole";

const KINDS: Record<LogKind, string> = {
  applied: "Outcome",
  failed: "Failed",
  event: "Event",
  intent: "To the chat",
  refused: "Refused",
};

const open = () => workspace.open();

/** A live UICP workspace beside a console to paste batches into. */
export default function WorkspaceView() {
  const log = useStore(workspace.store, (state) => state.log);
  const aside = (
    <>
      <WorkspaceConsole />
      <Log lines={log} kinds={KINDS} />
    </>
  );
  return (
    <ConsoleView view="workspace" title="Workspace" content="workspace" open={open} aside={aside}>
      <WorkspaceHead />
      <Windows />
    </ConsoleView>
  );
}

function WorkspaceHead() {
  const ready = useStore(workspace.store, (state) => state.ready);
  const locked = useStore(workspace.store, (state) => state.locked);
  const windows = useStore(workspace.store, (state) => state.windows);
  const begun = useStore(workspace.store, (state) => state.begun);
  const busy = useStore(workspace.store, (state) => state.busy > 0);
  const lines = useStore(workspace.store, (state) => state.log.length > 0);
  const actions = useRef<HTMLDivElement>(null);

  // A button with nothing left to act on would lose the focus to nowhere.
  useLayoutEffect(() => {
    const held = document.activeElement;
    if (actions.current?.contains(held) && held?.matches(":disabled")) document.getElementById("workspace")?.focus();
  });

  return (
    <header className="pane-head">
      <div className="pane-title">
        <h1>Workspace</h1>
        <p className="facts">
          <span>{windows === 1 ? "1 window" : `${windows} windows`}</span>
          {locked && <span className="fact-locked">Locked</span>}
        </p>
      </div>
      <div className="workspace-actions" ref={actions}>
        <button
          type="button"
          className="button"
          disabled={!ready || !(locked || busy || windows > 0)}
          onClick={workspace.toggleLock}
        >
          {locked ? "Unlock" : "Stop"}
        </button>
        <button type="button" className="button" disabled={!begun || locked} onClick={() => void workspace.replay()}>
          Replay
        </button>
        <button type="button" className="button" disabled={!(begun || busy || lines)} onClick={workspace.reset}>
          Reset
        </button>
      </div>
    </header>
  );
}

/** The place of the windows, which is not React's: it is put here, and stays as it is when this goes. */
function Windows() {
  const failure = useStore(workspace.store, (state) => state.failure);
  const empty = useStore(workspace.store, (state) => state.ready && state.windows === 0);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.append(workspace.root);
    return () => workspace.root.remove();
  }, []);
  return (
    <div className="workspace-place" ref={place}>
      {(failure || empty) && (
        <section className="notice workspace-notice">
          <span className="notice-sign">
            <Icon name={failure ? "warning" : "spark"} size={20} />
          </span>
          <h2>{failure ? "The workspace cannot start" : "No windows yet"}</h2>
          <p>{failure ?? "Choose an example in the console, or paste a batch of your own, and apply it."}</p>
        </section>
      )}
    </div>
  );
}
