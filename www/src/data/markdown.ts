// The part of Markdown that agents write, as a tree: what is not in it stays plain text. Each line is looked at once
// for each list or quote that it is in, of which there are at most so many; nothing looks back.

import { type Inline, parseInline, withoutEnd } from "./markdown-inline";

export type Align = "left" | "center" | "right" | undefined;

export interface Item {
  /** Of a task: whether it is done. */
  done: boolean | undefined;
  blocks: Block[];
}

export type Block =
  | { kind: "paragraph" | "heading"; children: Inline[] }
  | { kind: "quote"; blocks: Block[] }
  | { kind: "code"; language: string; text: string }
  | { kind: "list"; ordered: boolean; start: number; items: Item[] }
  | { kind: "table"; align: Align[]; head: Inline[][]; rows: Inline[][][] }
  | { kind: "rule" };

/** A block, and the line after it. */
type Found = { block: Block; next: number } | undefined;

/** Lists and quotes in each other; what is deeper stays text. */
const MOST_DEPTH = 8;
/** A line that stands this far behind the sign of an item belongs to the item, in columns. */
const INSIDE = 2;
/** Further in, a line does not begin a list, in columns. */
const MOST_INDENT = 6;

const FENCE = /^ {0,3}(`{3,}|~{3,})\s*([\w+#.-]*)[^`]*$/;
const CLOSING_FENCE = /^ {0,3}(`{3,}|~{3,})\s*$/;
const HEADING = /^ {0,3}#{1,6} +(\S.*)$/;
const RULE = /^ {0,3}(?:(?:- *){3,}|(?:\* *){3,}|(?:_ *){3,})$/;
const ITEM = /^([ \t]*)([-*+]|\d{1,9}[.)])[ \t]+(\S.*)$/;
const TASK = /^\[([ xX])\] +(?=\S)/;
const QUOTE = /^ {0,3}> ?(.*)$/;
const DELIMITERS = /^ {0,3}\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;

export function parseMarkdown(source: string): Block[] {
  return parseBlocks(source.split(/\r\n|\r|\n/), 0);
}

const FLAT = [readCode, readHeading, readRule, readTable];
const NESTED = [readCode, readHeading, readRule, readQuote, readList, readTable];

function parseBlocks(lines: readonly string[], depth: number): Block[] {
  const readers = depth < MOST_DEPTH ? NESTED : FLAT;
  const blocks: Block[] = [];
  let paragraph: string[] = [];
  const endParagraph = () => {
    if (paragraph.length > 0) blocks.push({ kind: "paragraph", children: parseInline(paragraph.join("\n")) });
    paragraph = [];
  };
  for (let at = 0; at < lines.length; ) {
    let found: Found;
    for (const read of readers) {
      found = read(lines, at, depth);
      if (found) break;
    }
    const line = lines[at] ?? "";
    if (found || line.trim() === "") endParagraph();
    else paragraph.push(line);
    if (found) blocks.push(found.block);
    at = found?.next ?? at + 1;
  }
  endParagraph();
  return blocks;
}

function readCode(lines: readonly string[], at: number): Found {
  const fence = FENCE.exec(lines[at] ?? "");
  if (!fence) return;
  const mark = fence[1] ?? "```";
  let end = at + 1;
  while (end < lines.length && !CLOSING_FENCE.exec(lines[end] ?? "")?.[1]?.startsWith(mark)) end += 1;
  const text = lines.slice(at + 1, end).join("\n");
  return { block: { kind: "code", language: fence[2] ?? "", text }, next: end + 1 };
}

function readHeading(lines: readonly string[], at: number): Found {
  const heading = HEADING.exec(lines[at] ?? "");
  return heading
    ? { block: { kind: "heading", children: parseInline(withoutEnd(heading[1] ?? "", " #")) }, next: at + 1 }
    : undefined;
}

function readRule(lines: readonly string[], at: number): Found {
  return RULE.test(lines[at] ?? "") ? { block: { kind: "rule" }, next: at + 1 } : undefined;
}

function readQuote(lines: readonly string[], at: number, depth: number): Found {
  const body: string[] = [];
  for (let line = QUOTE.exec(lines[at] ?? ""); line; line = QUOTE.exec(lines[at + body.length] ?? "")) {
    body.push(line[1] ?? "");
  }
  if (body.length === 0) return;
  return { block: { kind: "quote", blocks: parseBlocks(body, depth + 1) }, next: at + body.length };
}

/** What is in an empty cell: one for all, for a table may have many. */
const NOTHING: Inline[] = [];

function readTable(lines: readonly string[], at: number): Found {
  const delimiters = lines[at + 1] ?? "";
  if (!lines[at]?.includes("|") || !delimiters.includes("-") || !DELIMITERS.test(delimiters)) return;
  const align = cellsOf(delimiters).map(alignOf);
  const head = cellsOf(lines[at] ?? "");
  if (head.length !== align.length) return;
  const rows: Inline[][][] = [];
  let next = at + 2;
  for (; lines[next]?.includes("|"); next += 1) {
    const cells = cellsOf(lines[next] ?? "");
    rows.push(align.map((_, column) => (cells[column] ? parseInline(cells[column]) : NOTHING)));
  }
  const titles = head.map((cell) => parseInline(cell));
  return { block: { kind: "table", align, head: titles, rows }, next };
}

/** The cells of a row, `\|` in them a sign like others. */
function cellsOf(line: string): string[] {
  const row = line.trim().replace(/^\|/, "");
  const cells = row.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
  if (cells.length > 1 && cells.at(-1) === "") cells.pop();
  return cells;
}

function alignOf(delimiter: string): Align {
  if (!delimiter.endsWith(":")) return delimiter.startsWith(":") ? "left" : undefined;
  return delimiter.startsWith(":") ? "center" : "right";
}

interface Sign {
  ordered: boolean;
  start: number;
  /** Columns before the sign, and before what is behind it. */
  indent: number;
  inside: number;
  text: string;
}

function signOf(line: string | undefined): Sign | undefined {
  const found = ITEM.exec(line ?? "");
  if (!found) return;
  const [whole, before = "", sign = "", text = ""] = found;
  const indent = columnsOf(before);
  const ordered = sign.length > 1;
  const inside = indent + whole.length - before.length - text.length;
  return { ordered, start: ordered ? Number.parseInt(sign, 10) : 1, indent, inside, text };
}

function readList(lines: readonly string[], at: number, depth: number): Found {
  const first = signOf(lines[at]);
  if (!first || first.indent > MOST_INDENT) return;
  const items: Item[] = [];
  let next = at;
  for (let sign: Sign | undefined = first; sign; ) {
    const body = [sign.text];
    next += 1;
    for (;;) {
      const filled = pastBlanks(lines, next);
      const line = lines[filled];
      if (line === undefined || columnsOf(line) < first.indent + INSIDE) break;
      for (; next < filled; next += 1) body.push("");
      body.push(dedented(line, sign.inside));
      next += 1;
    }
    items.push(itemOf(body, depth));
    const filled = pastBlanks(lines, next);
    const following = signOf(lines[filled]);
    sign = following?.ordered === first.ordered && !RULE.test(lines[filled] ?? "") ? following : undefined;
    if (sign) next = filled;
  }
  return { block: { kind: "list", ordered: first.ordered, start: first.start, items }, next };
}

function itemOf(body: string[], depth: number): Item {
  const task = TASK.exec(body[0] ?? "");
  if (task) body[0] = (body[0] ?? "").slice(task[0].length);
  return { done: task ? task[1] !== " " : undefined, blocks: parseBlocks(body, depth + 1) };
}

/** The next line that is not blank. */
function pastBlanks(lines: readonly string[], at: number): number {
  let filled = at;
  while (filled < lines.length && lines[filled]?.trim() === "") filled += 1;
  return filled;
}

/** The columns of the space that a line begins with; a tab is four. */
function columnsOf(line: string): number {
  let columns = 0;
  for (const character of line) {
    if (character === "\t") columns += 4;
    else if (character === " ") columns += 1;
    else break;
  }
  return columns;
}

/** The line without the space that the item takes, or what there is of it. */
function dedented(line: string, inside: number): string {
  let columns = 0;
  let from = 0;
  for (; columns < inside; from += 1) {
    if (line[from] === "\t") columns += 4;
    else if (line[from] === " ") columns += 1;
    else break;
  }
  return line.slice(from);
}
