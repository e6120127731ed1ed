// The small part of Markdown that agents write most, as a tree: what is not in it stays plain text.
// One pass over the lines and one over each line's characters; nothing looks back.

export type Inline =
  | { kind: "text"; text: string }
  | { kind: "code"; text: string }
  | { kind: "strong"; children: Inline[] }
  | { kind: "emphasis"; children: Inline[] };

export type Block =
  | { kind: "paragraph"; children: Inline[] }
  | { kind: "heading"; children: Inline[] }
  | { kind: "quote"; children: Inline[] }
  | { kind: "code"; language: string; text: string }
  | { kind: "list"; ordered: boolean; start: number; items: Inline[][] };

/** Longer ones first: a double backtick is not two single ones. */
const MARKS = ["**", "``", "`", "*"];
/** A star sets words apart only where a word could begin, so that `src/**` and `2 * 3` stay what they are. */
const BEFORE_STAR = /^$|[\s([{"'“‘:>—–-]/;

const FENCE = /^ {0,3}(`{3,}|~{3,})\s*([\w+#.-]*)[^`]*$/;
const CLOSING_FENCE = /^ {0,3}(`{3,}|~{3,})\s*$/;
const HEADING = /^ {0,3}#{1,6} +(.+?)[ #]*$/;
const BULLET = /^ {0,6}[-*+] +(.*)$/;
const NUMBERED = /^ {0,6}(\d{1,9})[.)] +(.*)$/;
const QUOTE = /^ {0,3}> ?(.*)$/;

export function parseMarkdown(source: string): Block[] {
  const lines = source.split(/\r\n|\r|\n/);
  const blocks: Block[] = [];
  let paragraph: string[] = [];
  const endParagraph = () => {
    if (paragraph.length > 0) blocks.push({ kind: "paragraph", children: parseInline(paragraph.join("\n")) });
    paragraph = [];
  };

  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const fence = FENCE.exec(line);
    if (fence) {
      endParagraph();
      const mark = fence[1] ?? "```";
      const body: string[] = [];
      for (at += 1; at < lines.length && !closes(lines[at] ?? "", mark); at += 1) body.push(lines[at] ?? "");
      blocks.push({ kind: "code", language: fence[2] ?? "", text: body.join("\n") });
      continue;
    }
    const heading = HEADING.exec(line);
    const quote = QUOTE.exec(line);
    const item = itemOf(line);
    if (heading) {
      endParagraph();
      blocks.push({ kind: "heading", children: parseInline(heading[1] ?? "") });
    } else if (quote) {
      endParagraph();
      const body = [quote[1] ?? ""];
      for (let next = QUOTE.exec(lines[at + 1] ?? ""); next; next = QUOTE.exec(lines[at + 1] ?? "")) {
        body.push(next[1] ?? "");
        at += 1;
      }
      blocks.push({ kind: "quote", children: parseInline(body.join("\n")) });
    } else if (item) {
      endParagraph();
      const items = [item.text];
      for (let next = itemOf(lines[at + 1]); next?.ordered === item.ordered; next = itemOf(lines[at + 1])) {
        items.push(next.text);
        at += 1;
      }
      blocks.push({ kind: "list", ordered: item.ordered, start: item.start, items: items.map(parseInline) });
    } else if (line.trim() === "") {
      endParagraph();
    } else {
      paragraph.push(line);
    }
  }
  endParagraph();
  return blocks;
}

function closes(line: string, mark: string): boolean {
  return CLOSING_FENCE.exec(line)?.[1]?.startsWith(mark) ?? false;
}

function itemOf(line: string | undefined): { ordered: boolean; start: number; text: string } | undefined {
  const bullet = BULLET.exec(line ?? "");
  if (bullet) return { ordered: false, start: 1, text: bullet[1] ?? "" };
  const numbered = NUMBERED.exec(line ?? "");
  if (numbered) return { ordered: true, start: Number(numbered[1]), text: numbered[2] ?? "" };
  return undefined;
}

/** Inline code, bold and italics. A mark without its other half is text, and is looked for only once. */
export function parseInline(source: string): Inline[] {
  const parts: Inline[] = [];
  let plain = "";
  const missing = new Set<string>();
  /** Where the other half of a mark stands, -1 without one. */
  const closing = (mark: string, from: number): number => {
    if (missing.has(mark)) return -1;
    const found = source.indexOf(mark, from);
    if (found < 0) missing.add(mark);
    if (!mark.startsWith("*") || found < 0) return found;
    const opens = BEFORE_STAR.test(source.charAt(from - mark.length - 1)) && /\S/.test(source.charAt(from));
    return opens && /\S/.test(source.charAt(found - 1)) ? found : -1;
  };

  for (let at = 0; at < source.length; ) {
    const mark = MARKS.find((each) => source.startsWith(each, at)) ?? "";
    const from = at + mark.length;
    const end = mark ? closing(mark, from) : -1;
    if (end > from) {
      if (plain) parts.push({ kind: "text", text: plain });
      plain = "";
      parts.push(marked(mark, source.slice(from, end)));
      at = end + mark.length;
    } else {
      plain += mark || source[at];
      at = from + (mark ? 0 : 1);
    }
  }
  if (plain) parts.push({ kind: "text", text: plain });
  return parts;
}

function marked(mark: string, inner: string): Inline {
  if (mark === "**") return { kind: "strong", children: parseInline(inner) };
  if (mark === "*") return { kind: "emphasis", children: parseInline(inner) };
  return { kind: "code", text: inner.trim() };
}
