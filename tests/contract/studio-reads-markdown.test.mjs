// Promise: what agents write in Markdown is read as they meant it: lists in lists, tables, tasks, links that lead to the
// web and nowhere else; all else stays the text that it is, and no text takes more than its length.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { growth } from "../support/growth.mjs";

let parseMarkdown;
before(async () => {
  const entry = fileURLToPath(new URL("../../www/src/data/markdown.ts", import.meta.url));
  const { outputFiles } = await build({ entryPoints: [entry], bundle: true, format: "esm", write: false });
  ({ parseMarkdown } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`));
});

/** Blocks as short text, one in brackets for each. */
const shown = (blocks) => blocks.map(blockText).join("");
const TAGS = { strong: "b", emphasis: "i", deleted: "s" };

function inlineText(parts) {
  return parts
    .map((part) => {
      if (part.kind === "text") return part.text;
      if (part.kind === "code") return `<code>${part.text}</code>`;
      if (part.kind === "link") return `<a ${part.url}>${inlineText(part.children)}</a>`;
      return `<${TAGS[part.kind]}>${inlineText(part.children)}</${TAGS[part.kind]}>`;
    })
    .join("");
}

function blockText(block) {
  switch (block.kind) {
    case "paragraph":
      return `[${inlineText(block.children)}]`;
    case "heading":
      return `[# ${inlineText(block.children)}]`;
    case "code":
      return `[code ${block.language}|${block.text}]`;
    case "quote":
      return `[> ${shown(block.blocks)}]`;
    case "rule":
      return "[---]";
    case "list": {
      const items = block.items.map(
        ({ done, blocks }) => `(${{ true: "x ", false: "_ " }[done] ?? ""}${shown(blocks)})`,
      );
      return `[${block.ordered ? block.start : "-"} ${items.join("")}]`;
    }
    case "table": {
      const rows = [block.head, ...block.rows].map((row) => row.map(inlineText).join("|"));
      return `[table ${block.align.map((each) => each ?? "-").join(" ")}: ${rows.join(" / ")}]`;
    }
  }
}

const CASES = [
  ["a\nb\n\nc", "[a\nb][c]"],
  ["# Title ##\ntext", "[# Title][text]"],
  ["a\n\n---\n\nb", "[a][---][b]"],
  ["- a\n- b", "[- ([a])([b])]"],
  ["1. a\n2. b\n\n3. c", "[1 ([a])([b])([c])]"],
  ["3) a", "[3 ([a])]"],
  ["1. a\n   - b\n     - c\n2. d", "[1 ([a][- ([b][- ([c])])])([d])]"],
  ["1. a\n  - b\n  - c\n2. d", "[1 ([a][- ([b])([c])])([d])]"],
  ["- a\n    1. b\n    2. c\n- d", "[- ([a][1 ([b])([c])])([d])]"],
  ["1. a\n\n   more\n\n   ```js\n   x\n     y\n   ```\n2. b", "[1 ([a][more][code js|x\n  y])([b])]"],
  ["- a\ntext", "[- ([a])][text]"],
  ["- a\n\ntext", "[- ([a])][text]"],
  ["- a\n1. b", "[- ([a])][1 ([b])]"],
  ["- [ ] a\n- [x] b", "[- (_ [a])(x [b])]"],
  ["> a\n> - b\n>\n> c\nd", "[> [a][- ([b])][c]][d]"],
  ["| a | b |\n|---|--:|\n| 1 | `x\\|y` |\n| 2 |\nend", "[table - right: a|b / 1|<code>x|y</code> / 2|][end]"],
  ["a | b\n:-: | :-\n1 | 2 | 3", "[table center left: a|b / 1|2]"],
  ["a | b\n---", "[a | b][---]"],
  ["either | or\nmore", "[either | or\nmore]"],
  ["```\n| a |\n|---|\n```", "[code || a |\n|---|]"],
  ["**a** *b* _c_ ~~d~~ `e*`", "[<b>a</b> <i>b</i> <i>c</i> <s>d</s> <code>e*</code>]"],
  ["snake_case_name __init__ src/** 2 * 3 * 4", "[snake_case_name __init__ src/** 2 * 3 * 4]"],
  ["\\*no\\* C:\\dir", "[*no* C:\\dir]"],
  ['[**a** b](https://x.test/p_(q)?r=1 "t")!', "[<a https://x.test/p_(q)?r=1><b>a</b> b</a>!]"],
  ["![alt](https://x.test/i.png)", "[<a https://x.test/i.png>alt</a>]"],
  [
    "see https://x.test/a_b, (https://x.test/c).",
    "[see <a https://x.test/a_b>https://x.test/a_b</a>, (<a https://x.test/c>https://x.test/c</a>).]",
  ],
  [
    "https://x.test/a_(b) <https://x.test>",
    "[<a https://x.test/a_(b)>https://x.test/a_(b)</a> <<a https://x.test>https://x.test</a>>]",
  ],
  [
    "[a](javascript:alert(1)) [b](data:text/html,x) [c](#d) [e](//x.test)",
    "[[a](javascript:alert(1)) [b](data:text/html,x) [c](#d) [e](//x.test)]",
  ],
  ["[a] (b) [] [c]() [d](https://x.test", "[[a] (b) [] [c]() [d](<a https://x.test>https://x.test</a>]"],
  ["[a](java\nscript:x) <b>not HTML</b>", "[[a](java\nscript:x) <b>not HTML</b>]"],
];

for (const [source, expected] of CASES) {
  test(JSON.stringify(source), () => assert.equal(shown(parseMarkdown(source)), expected));
}

test("lists and quotes deeper than eight stay text, however deep", () => {
  const deep = Array.from({ length: 5000 }, (_, depth) => `${"  ".repeat(depth)}- a`);
  const depthOf = (blocks) =>
    Math.max(
      0,
      ...blocks.map((block) => 1 + Math.max(0, ...(block.items ?? [block]).map((each) => depthOf(each.blocks ?? [])))),
    );
  assert.ok(depthOf(parseMarkdown(deep.slice(0, 400).join("\n"))) <= 9);
  assert.ok(depthOf(parseMarkdown(`${">".repeat(20_000)} a`)) <= 9);
});

const HOSTILE = {
  brackets: (n) => "[".repeat(n),
  "brackets before what is no address": (n) => `${"[".repeat(n)}](https://${"a".repeat(1900)}`,
  links: (n) => "[a](b".repeat(n / 5),
  stars: (n) => "*a ".repeat(n / 3),
  "stars of all kinds": (n) => "**a *b ~~c _d `e ".repeat(n / 17),
  backticks: (n) =>
    Array.from({ length: Math.sqrt(n) }, (_, k) => "`".repeat((k % 40) + 1))
      .join(" ")
      .repeat(2),
  "a heading's end": (n) => `# a${" #".repeat(n / 2)}x`,
  addresses: (n) => `https://${"a.".repeat(990)} `.repeat(n / 2000),
  quotes: (n) => ">".repeat(n),
  items: (n) => "- a\n".repeat(n / 4),
  "items further in": (n) => Array.from({ length: n / 200 }, (_, k) => `${" ".repeat(2 * (k % 100))}- a`).join("\n"),
  "blank lines in items": (n) => `- a${"\n".repeat(n)}- b`,
  rows: (n) => `a|b\n-|-\n${"|\n".repeat(n / 2)}`,
  "rows that are none": (n) => "a|b\n".repeat(n / 4),
  delimiters: (n) => `a|\n${"-|".repeat(n / 2)}x`,
  rules: (n) => `${"- ".repeat(n / 2)}x`,
  escapes: (n) => "\\*".repeat(n / 2),
};

for (const [name, of] of Object.entries(HOSTILE)) {
  test(`twice as much takes at most 2.3 times as long: ${name}`, () => {
    const timed = (source) => () => {
      const begin = performance.now();
      parseMarkdown(source);
      return performance.now() - begin;
    };
    const { times, told } = growth(timed(of(20_000)), timed(of(40_000)), 2.3);
    assert.ok(times < 2.3, told);
  });
}
