import { type MouseEvent, memo, useMemo, useState } from "react";
import type { TypedTurn } from "vitrine";
import { headless, isEmpty, type Reading, type Role, readTurn } from "../data/conventions";
import type { Branch } from "../data/families";
import { timeText } from "../data/times";
import { conversation } from "../state/studio";
import { Attachments } from "./Attachments";
import { FieldTable } from "./FieldTable";
import { ForkMark } from "./ForkMark";
import { Icon, type IconName } from "./Icon";
import { Markdown } from "./Markdown";
import { Output } from "./Output";
import { StatusMark } from "./StatusMark";
import { ToolArguments, ToolCallCard } from "./ToolCallCard";
import { ToolResult } from "./ToolResult";

const SIGNS: Record<Role, IconName> = {
  user: "person",
  assistant: "spark",
  system: "system",
  tool: "tool",
  other: "fields",
};

/** From this width on the details have a place beside the conversation, and a click opens them. */
const BESIDE = "(min-width: 1100px)";

interface Props {
  turn: TypedTurn;
  selected: boolean;
  /** The branches that leave after this turn. */
  forks: readonly Branch[];
}

/** One turn, as a reader wants it: who said or did what. The details pane has the rest. */
export const TurnCard = memo(function TurnCard({ turn, selected, forks }: Props) {
  const reading = useMemo(() => readTurn(turn), [turn]);
  const [folded, setFolded] = useState(false);
  const label = labelOf(turn, reading);

  const onClick = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest("button, a, summary")) return;
    if (getSelection()?.type === "Range") return;
    if (matchMedia(BESIDE).matches) conversation.openDetails(turn.turn_id);
    else conversation.select(turn.turn_id);
  };

  return (
    // The keys for it are the page's own: Enter on a turn opens its details (useShortcuts).
    // biome-ignore lint/a11y/useKeyWithClickEvents: handled for the whole page
    <article
      id={`turn-${turn.turn_id}`}
      data-turn={turn.turn_id}
      className="turn"
      data-kind={turn.error ? "error" : reading.kind}
      data-role={reading.role}
      data-selected={selected}
      tabIndex={selected ? 0 : -1}
      aria-label={label}
      aria-current={selected ? "true" : undefined}
      aria-posinset={turn.depth + 1}
      aria-setsize={-1}
      onClick={onClick}
      onFocus={(event) => {
        if (event.target === event.currentTarget && !selected) conversation.select(turn.turn_id);
      }}
    >
      <span className="turn-sign">
        <Icon name={turn.error ? "warning" : SIGNS[reading.role]} size={14} />
      </span>
      <header className="turn-head">
        <h2 className="turn-name" data-mono={reading.toolName !== undefined && !turn.error}>
          {turn.error ? "Not readable" : (reading.toolName ?? nameOf(reading))}
        </h2>
        {reading.kind === "call" && <span className="turn-word">call</span>}
        {reading.kind === "result" && (
          <>
            <span className="turn-word">result</span>
            <StatusMark reading={reading} />
            <button
              type="button"
              className="icon-button fold"
              aria-expanded={!folded}
              aria-label={folded ? "Show the result" : "Fold the result"}
              onClick={() => setFolded(!folded)}
            >
              <Icon name="chevron" size={12} />
            </button>
          </>
        )}
        {reading.model && <span>{reading.model}</span>}
        {reading.usage && <span className="turn-usage">{reading.usage}</span>}
        <span className="turn-when">
          {reading.createdAt && (
            <time dateTime={reading.createdAt.toISOString()} title={reading.createdAt.toISOString()}>
              {timeText(reading.createdAt)}
            </time>
          )}
          <button
            type="button"
            className="turn-number mono"
            aria-label={`Details of turn ${turn.turn_id}`}
            title="Details (Enter)"
            onClick={() => conversation.openDetails(turn.turn_id)}
          >
            #{turn.turn_id}
          </button>
        </span>
      </header>
      {!folded && (
        <div className="turn-body">
          {turn.error ? <TurnFailure turn={turn} /> : <TurnBody turn={turn} reading={reading} />}
        </div>
      )}
      {forks.length > 0 && <ForkMark forks={forks} />}
    </article>
  );
});

function TurnBody({ turn, reading }: { turn: TypedTurn; reading: Reading }) {
  if (reading.kind === "fields") return <FieldTable fields={headless(turn.data ?? {})} />;
  return (
    <>
      {reading.thinking && (
        <details className="thinking">
          <summary>Thinking</summary>
          <Markdown text={reading.thinking} />
        </details>
      )}
      {reading.text && <Markdown text={reading.text} />}
      {reading.kind === "message" && reading.failure && <Output text={reading.failure} />}
      {reading.kind === "call"
        ? reading.calls.map((call) => <ToolArguments key={call.name} call={call} />)
        : reading.calls.map((call, index) => <ToolCallCard key={index} call={call} />)}
      {reading.kind === "result" && <ToolResult reading={reading} />}
      {reading.attachments.length > 0 && <Attachments list={reading.attachments} />}
      {isEmpty(reading) && <p className="faint">Nothing was written.</p>}
    </>
  );
}

/** A turn whose bytes cannot be shown as what they should be: what was wrong, in the core's own words. */
function TurnFailure({ turn }: { turn: TypedTurn }) {
  return (
    <div className="failure">
      <p>
        <span className="code-chip">{turn.error?.code}</span> {turn.error?.message}
      </p>
      <p className="failure-hint">
        Declared as {turn.declared_type.type_id} version {turn.declared_type.type_version}. The other turns are not
        affected; the raw bytes are in the details.
      </p>
    </div>
  );
}

function nameOf(reading: Reading): string {
  if (reading.kind === "call") return "Tool call";
  if (reading.kind === "result") return "Tool result";
  const words = reading.roleLabel.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function labelOf(turn: TypedTurn, reading: Reading): string {
  const name = turn.error ? "Not readable" : nameOf(reading);
  const tool = reading.toolName ? ` ${reading.toolName}` : "";
  return `${name}${tool}, turn ${turn.turn_id}`;
}
