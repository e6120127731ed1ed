import { useStore } from "../state/store";
import { type LogLine, workspace } from "../state/workspace";

const KINDS: Record<LogLine["kind"], string> = {
  applied: "Outcome",
  failed: "Failed",
  event: "Event",
  intent: "To the chat",
  refused: "Refused",
};

/** What came of it all, the newest first. */
export function WorkspaceLog() {
  const log = useStore(workspace.store, (state) => state.log);
  return (
    <section className="log" aria-labelledby="log-title">
      <h2 id="log-title">Log</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by key */}
      <ol aria-live="polite" aria-label="Log" tabIndex={0}>
        {log.map(({ number, kind, text, more }) => (
          <li key={number} data-kind={kind}>
            <span className="log-kind">{KINDS[kind]}</span>
            <span className="log-text">{text}</span>
            {more && <span className="log-more">{more}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}
