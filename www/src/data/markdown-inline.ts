// What stands inside a line of Markdown. One pass over the characters; what is looked for ahead is bounded, or looked for
// only once.

export type Inline =
  | { kind: "text"; text: string }
  | { kind: "code"; text: string }
  | { kind: "strong" | "emphasis" | "deleted"; children: Inline[] }
  | { kind: "link"; url: string; children: Inline[] };

/** Longer ones first: a double backtick is not two single ones. */
const MARKS = ["**", "~~", "``", "`", "*", "_"];
const MARKED = { "**": "strong", "~~": "deleted", "*": "emphasis", _: "emphasis" } as const;
/** A mark sets words apart only where a word could begin, so that `src/**` and `2 * 3` stay what they are. */
const BEFORE_MARK = /^$|[\s([{"'“‘:>—–*_~|-]/;
const WORD = /[\p{L}\p{N}_]/u;

/** So far from its beginning the text of a link ends, in UTF-16 units. */
const LABEL = 1000;
/** From the end of a link's text: its address, bare or in angle brackets, with a pair of parentheses or none, and a title. */
const ADDRESS =
  /\]\(\s{0,9}(?:<([^<>\n]{1,2000})>|([^\s()<>]{1,2000}(?:\([^\s()<>]{0,200}\)[^\s()<>]{0,2000})?))(?:\s{1,9}(?:"[^"\n]{0,500}"|'[^'\n]{0,500}'))?\s{0,9}\)/y;
const BARE = /https?:\/\/[^\s<>"'`|\\]{1,2000}/y;
/** What ends a sentence rather than an address; a parenthesis, too, where none was opened. */
const AFTER_BARE = ".,;:!?]}*_~";
/** Other addresses are not opened: the text stays as it is. */
const SAFE = /^(?:https?:\/\/|mailto:)\S/i;
/** What begins nothing, to be taken at once. */
const PLAIN = /[^\\[!h*~`_]+/y;
/** Without any of these a text is only that. */
const SPECIAL = /[\\[*~`_]|https?:/;
const ESCAPED = /[!-/:-@[-`{-~]/;

/** Code, bold, italics, links. A mark without its other half is text. */
export function parseInline(source: string, links = true): Inline[] {
  if (!SPECIAL.test(source)) return source ? [{ kind: "text", text: source }] : [];
  const parts: Inline[] = [];
  /** What comes before `from` and is text; what is between `from` and `at` is text, too. */
  let plain = "";
  let from = 0;
  let at = 0;
  const push = (end: number, ...part: Inline[]) => {
    const text = plain + source.slice(from, at);
    if (text) parts.push({ kind: "text", text });
    parts.push(...part);
    plain = "";
    from = at = end;
  };
  const closing = closings(source);
  const linkAt = links ? linksOf(source) : () => undefined;

  while (at < source.length) {
    PLAIN.lastIndex = at;
    at += PLAIN.exec(source)?.[0].length ?? 0;
    if (source[at] === "\\" && ESCAPED.test(source.charAt(at + 1))) {
      plain += source.slice(from, at);
      from = at + 1;
      at += 2;
      continue;
    }
    const link = linkAt(at);
    if (link) {
      push(link.end, { kind: "link", url: link.url, children: parseInline(link.label, false) });
      continue;
    }
    const mark = MARKS.find((each) => source.startsWith(each, at)) ?? "";
    const inside = at + mark.length;
    const end = mark ? closing(mark, inside) : -1;
    if (end > inside) push(end + mark.length, marked(mark, source.slice(inside, end), links));
    else at = inside + (mark ? 0 : 1);
  }
  push(at);
  return parts;
}

/** Gives where the other half of a mark stands, -1 without one. */
function closings(source: string): (mark: string, from: number) => number {
  const missing = new Set<string>();
  return (mark, from) => {
    if (missing.has(mark)) return -1;
    const found = source.indexOf(mark, from);
    if (found < 0) missing.add(mark);
    if (mark.startsWith("`") || found < 0) return found;
    const opens = BEFORE_MARK.test(source.charAt(from - mark.length - 1)) && /\S/.test(source.charAt(from));
    const inWord = mark === "_" && WORD.test(source.charAt(found + 1));
    return opens && !inWord && /\S/.test(source.charAt(found - 1)) ? found : -1;
  };
}

interface Link {
  label: string;
  url: string;
  end: number;
}

/** Gives the link that begins at a place: `[text](address)`, also of a picture, or an address as it is. */
function linksOf(source: string): (at: number) => Link | undefined {
  /** The next `](` and what is read from there: looked for once, however many brackets stand before it. */
  let next = { at: -2, found: undefined as RegExpExecArray | null | undefined };
  const addressFrom = (at: number) => {
    if (next.at !== -1 && next.at < at) {
      const found = source.indexOf("](", at);
      ADDRESS.lastIndex = found;
      next = { at: found, found: found < 0 ? undefined : ADDRESS.exec(source) };
    }
    return next;
  };
  return (at) => {
    const character = source.charAt(at);
    if (character === "h" && !WORD.test(source.charAt(at - 1))) {
      BARE.lastIndex = at;
      const found = BARE.exec(source)?.[0] ?? "";
      const url = withoutEnd(found, found.includes("(") ? AFTER_BARE : `${AFTER_BARE})`);
      return SAFE.test(url) ? { label: url, url, end: at + url.length } : undefined;
    }
    const from = source.startsWith("![", at) ? at + 2 : at + 1;
    if (character !== "[" && from !== at + 2) return;
    const { at: to, found } = addressFrom(from);
    const url = found?.[1] ?? found?.[2];
    if (!found || !url || !SAFE.test(url) || to - from > LABEL || to === from) return;
    return { label: source.slice(from, to), url, end: to + found[0].length };
  };
}

/** The text without such characters at its end. */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

function marked(mark: string, inner: string, links: boolean): Inline {
  const kind = mark in MARKED ? MARKED[mark as keyof typeof MARKED] : undefined;
  return kind ? { kind, children: parseInline(inner, links) } : { kind: "code", text: inner.trim() };
}
