import { useEffect, useRef } from "react";
import { useStore } from "../state/store";
import { type LogKind, workspace } from "../state/workspace";
import { Brand } from "./Brand";
import { Icon } from "./Icon";
import { Log } from "./Log";
import { ThemeButton } from "./ThemeButton";
import { ViewSwitch } from "./ViewSwitch";
import { WorkspaceConsole } from "./WorkspaceConsole";

const KINDS: Record<LogKind, string> = {
  applied: "Outcome",
  failed: "Failed",
  event: "Event",
  intent: "To the chat",
  refused: "Refused",
};

/** A live UICP workspace beside a console to paste batches into. */
export default function WorkspaceView() {
  const log = useStore(workspace.store, (state) => state.log);
  useEffect(() => {
    void workspace.open();
    document.title = "Workspace · Vitrine Studio";
    return () => {
      document.title = "Vitrine Studio";
    };
  }, []);

  return (
    <div className="studio" data-view="workspace">
      <a className="skip-link" href="#workspace">
        Skip to the workspace
      </a>
      <aside className="sidebar" aria-label="Console">
        <header className="sidebar-head">
          <Brand />
          <div className="actions">
            <ThemeButton />
          </div>
        </header>
        <div className="sidebar-tools">
          <ViewSwitch />
        </div>
        <WorkspaceConsole />
        <Log lines={log} kinds={KINDS} />
      </aside>
      <main className="pane" id="workspace" tabIndex={-1}>
        <WorkspaceHead />
        <Windows />
      </main>
    </div>
  );
}

function WorkspaceHead() {
  const ready = useStore(workspace.store, (state) => state.ready);
  const locked = useStore(workspace.store, (state) => state.locked);
  const windows = useStore(workspace.store, (state) => state.windows);
  return (
    <header className="pane-head">
      <div className="pane-title">
        <h1>Workspace</h1>
        <p className="facts">
          <span>{windows === 1 ? "1 window" : `${windows} windows`}</span>
          {locked && <span className="fact-locked">Locked</span>}
        </p>
      </div>
      <div className="workspace-actions">
        <button type="button" className="button" disabled={!ready} onClick={workspace.toggleLock}>
          {locked ? "Unlock" : "Stop"}
        </button>
        <button type="button" className="button" disabled={!ready || locked} onClick={() => void workspace.replay()}>
          Replay
        </button>
        <button type="button" className="button" disabled={!ready} onClick={workspace.reset}>
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
