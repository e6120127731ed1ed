import { type FormEvent, type KeyboardEvent, type ReactNode, useId } from "react";

interface Props {
  title: string;
  /** What sends the text, in a word. */
  action: string;
  /** The keys that do, as people read them. */
  keys: ReactNode;
  /** Whether a key that was pressed in the text is one of them. */
  sends: (event: KeyboardEvent) => boolean;
  examples: readonly { name: string; text: string }[];
  text: string;
  ready: boolean;
  onWrite: (text: string) => void;
  onSend: () => void;
  /** One line is what is mostly written. */
  short?: boolean;
}

/** Where something is written or chosen from examples, and sent. */
export function Console({ title, action, keys, sends, examples, text, ready, onWrite, onSend, short = false }: Props) {
  const id = useId();
  const chosen = examples.findIndex((example) => example.text === text);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    onSend();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While a word is being composed, Enter takes the word.
    if (event.nativeEvent.isComposing || !sends(event)) return;
    event.preventDefault();
    onSend();
  };

  return (
    <form className={`console${short ? " state-console" : ""}`} aria-labelledby={id} onSubmit={onSubmit}>
      <div className="console-head">
        <h2 id={id}>{title}</h2>
        <select
          aria-label="Examples"
          value={chosen < 0 ? "" : chosen}
          onChange={(event) => onWrite(examples[Number(event.target.value)]?.text ?? "")}
        >
          {chosen < 0 && <option value="">Examples</option>}
          {examples.map(({ name }, index) => (
            <option key={name} value={index}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <textarea
        aria-labelledby={id}
        className="console-text"
        {...(short ? { rows: 4 } : {})}
        spellCheck={false}
        value={text}
        onChange={(event) => onWrite(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="console-foot">
        <button type="submit" className="button primary" disabled={!ready}>
          {action}
        </button>
        <span className="faint">{keys}</span>
      </div>
    </form>
  );
}
