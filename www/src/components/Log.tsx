import type { LogLine } from "../state/log";

interface Props<Kind extends string> {
  lines: readonly LogLine<Kind>[];
  /** What each kind of line is called. */
  kinds: Record<Kind, string>;
}

/** What came of it all, the newest first. */
export function Log<Kind extends string>({ lines, kinds }: Props<Kind>) {
  return (
    <section className="log" aria-labelledby="log-title">
      <h2 id="log-title">Log</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by key */}
      <ol aria-live="polite" aria-label="Log" tabIndex={0}>
        {lines.map(({ number, kind, text, more }) => (
          <li key={number} data-kind={kind}>
            <span className="log-kind">{kinds[kind]}</span>
            <span className="log-text">{text}</span>
            {more && <span className="log-more">{more}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}
