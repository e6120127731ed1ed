import { memo, type ReactNode, useMemo, useState } from "react";
import { type Block, type Item, parseMarkdown } from "../data/markdown";
import type { Inline } from "../data/markdown-inline";

/** Longer texts start cut: a page must not stop for one message. In UTF-16 units. */
const SHOWN_AT_FIRST = 12_000;

/** A message's text as elements. Nothing in it is ever read as HTML. */
export const Markdown = memo(function Markdown({ text }: { text: string }) {
  const [whole, setWhole] = useState(false);
  const cut = !whole && text.length > SHOWN_AT_FIRST;
  const shown = cut ? text.slice(0, SHOWN_AT_FIRST) : text;
  const blocks = useMemo(() => parseMarkdown(shown), [shown]);
  return (
    <div className="prose">
      {views(blocks)}
      {cut && (
        <button type="button" className="button quiet" onClick={() => setWhole(true)}>
          Show all {text.length.toLocaleString("en")} characters
        </button>
      )}
    </div>
  );
});

function views(blocks: readonly Block[]): ReactNode {
  return blocks.map((block, index) => <BlockView key={index} block={block} />);
}

function BlockView({ block }: { block: Block }) {
  switch (block.kind) {
    case "paragraph":
      return <p>{inline(block.children)}</p>;
    case "heading":
      return <p className="prose-heading">{inline(block.children)}</p>;
    case "quote":
      return <blockquote dir="auto">{views(block.blocks)}</blockquote>;
    case "code":
      return (
        <div className="code-block">
          {block.language && <span className="code-language">{block.language}</span>}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide line scrolls, so the keyboard must reach the box */}
          <pre tabIndex={0}>{block.text}</pre>
        </div>
      );
    case "list": {
      const items = block.items.map((item, index) => <ItemView key={index} item={item} />);
      // Its marks stand where its first letters begin.
      return block.ordered ? (
        <ol dir="auto" start={block.start}>
          {items}
        </ol>
      ) : (
        <ul dir="auto">{items}</ul>
      );
    }
    case "table":
      return <Table table={block} />;
    case "rule":
      return <hr />;
  }
}

/** An item of one paragraph has its words at once, without a paragraph's space around them. */
function ItemView({ item }: { item: Item }) {
  const [first, ...rest] = item.blocks;
  const words = first?.kind === "paragraph" ? inline(first.children) : first && <BlockView block={first} />;
  if (item.done === undefined) {
    return (
      <li>
        {words}
        {views(rest)}
      </li>
    );
  }
  return (
    <li className="prose-task">
      <span role="img" aria-label={item.done ? "done" : "to do"}>
        {item.done ? "☑" : "☐"}
      </span>{" "}
      {words}
      {views(rest)}
    </li>
  );
}

function Table({ table: { align, head, rows } }: { table: Extract<Block, { kind: "table" }> }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, so the keyboard must reach the box
    <div className="prose-table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((cell, column) => (
              <th key={column} scope="col" align={align[column]}>
                {inline(cell)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column} align={align[column]}>
                  {inline(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function inline(parts: readonly Inline[]): ReactNode {
  return parts.map((part, index) => <InlineView key={index} part={part} />);
}

function InlineView({ part }: { part: Inline }) {
  switch (part.kind) {
    case "text":
      return part.text;
    case "code":
      return <code>{part.text}</code>;
    case "strong":
      return <strong>{inline(part.children)}</strong>;
    case "emphasis":
      return <em>{inline(part.children)}</em>;
    case "deleted":
      return <del>{inline(part.children)}</del>;
    case "link":
      return (
        <a className="link" href={part.url} title={part.url} target="_blank" rel="noopener noreferrer">
          {inline(part.children)}
        </a>
      );
  }
}
