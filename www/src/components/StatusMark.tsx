import type { Reading, Status } from "../data/conventions";
import { Icon, type IconName } from "./Icon";

const SIGNS: Record<Status, IconName> = { ok: "check", failed: "cross", running: "refresh", unknown: "result" };
const WORDS: Record<Status, string> = { ok: "ok", failed: "failed", running: "running", unknown: "" };

/** How a tool call ended, and how long it took. */
export function StatusMark({ reading }: { reading: Reading }) {
  const { status, statusLabel, durationMs } = reading;
  const word = statusLabel ?? WORDS[status];
  return (
    <>
      {word && (
        <span className="status" data-status={status}>
          <Icon name={SIGNS[status]} size={12} />
          {word}
        </span>
      )}
      {durationMs !== undefined && <span>{durationText(durationMs)}</span>}
    </>
  );
}

function durationText(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
}
