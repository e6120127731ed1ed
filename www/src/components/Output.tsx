import { memo, useMemo, useState } from "react";

interface Props {
  text: string;
  /** So many lines are shown at first. */
  lines?: number;
}

/** A line cut here is still more than anyone reads across, in UTF-16 units. */
const CHARACTERS_A_LINE = 400;
/** Beyond this a text is shown a piece at a time, in UTF-16 units. */
const MOST_AT_ONCE = 200_000;

/** Text of a machine: set in a fixed pitch, cut to its first lines, the lines of a diff told apart. */
export const Output = memo(function Output({ text: given, lines = 10 }: Props) {
  const text = given.trimEnd();
  const [whole, setWhole] = useState(false);
  const total = useMemo(() => countLines(text), [text]);
  const end = useMemo(() => (whole ? MOST_AT_ONCE : headLength(text, lines)), [text, lines, whole]);
  const cut = end < text.length;
  const shown = text.slice(0, end);
  const rest = total > lines ? `${total.toLocaleString("en")} lines` : `${text.length.toLocaleString("en")} characters`;

  return (
    <div className="output">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide line scrolls, so the keyboard must reach the box */}
      <pre tabIndex={0}>{isDiff(text) ? <DiffLines text={shown} /> : shown}</pre>
      {(cut || whole) && (
        <button type="button" className="output-more" aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? "Show less" : `Show all ${rest}`}
        </button>
      )}
    </div>
  );
});

function DiffLines({ text }: { text: string }) {
  return text.split("\n").map((line, index) => (
    <span key={index} className={`diff-line ${diffClass(line)}`}>
      {`${line}\n`}
    </span>
  ));
}

function isDiff(text: string): boolean {
  return /^(?:diff --git |--- \S.*\n\+\+\+ |@@ )/m.test(text.slice(0, 2000));
}

function diffClass(line: string): string {
  if (line.startsWith("@@")) return "diff-place";
  if (line.startsWith("+++") || line.startsWith("---")) return "diff-file";
  if (line.startsWith("+")) return "diff-added";
  if (line.startsWith("-")) return "diff-removed";
  return "";
}

function countLines(text: string): number {
  let count = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

/** Where the first `lines` lines end, counting an overlong line as several. */
function headLength(text: string, lines: number): number {
  const most = lines * CHARACTERS_A_LINE;
  let at = -1;
  for (let left = lines; left > 0; left -= 1) {
    at = text.indexOf("\n", at + 1);
    if (at < 0) return Math.min(text.length, most);
  }
  return Math.min(at, most);
}
