import { memo, type ReactNode, useMemo, useState } from "react";
import { type Block, type Inline, parseMarkdown } from "../data/markdown";

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
      {blocks.map((block, index) => (
        <BlockView key={index} block={block} />
      ))}
      {cut && (
        <button type="button" className="button quiet" onClick={() => setWhole(true)}>
          Show all {text.length.toLocaleString("en")} characters
        </button>
      )}
    </div>
  );
});

function BlockView({ block }: { block: Block }) {
  switch (block.kind) {
    case "paragraph":
      return <p>{inline(block.children)}</p>;
    case "heading":
      return <p className="prose-heading">{inline(block.children)}</p>;
    case "quote":
      return <blockquote>{inline(block.children)}</blockquote>;
    case "code":
      return (
        <div className="code-block">
          {block.language && <span className="code-language">{block.language}</span>}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide line scrolls, so the keyboard must reach the box */}
          <pre tabIndex={0}>{block.text}</pre>
        </div>
      );
    case "list": {
      const items = block.items.map((item, index) => <li key={index}>{inline(item)}</li>);
      return block.ordered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>;
    }
  }
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
  }
}
