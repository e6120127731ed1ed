import { type FormEvent, useId } from "react";
import { EXAMPLES } from "../data/state-examples";
import { documentPage } from "../state/document";
import { useStore } from "../state/store";

/** Where a command of `vitrine-state` is written and run. */
export function StateConsole() {
  const id = useId();
  const line = useStore(documentPage.store, (state) => state.line);
  const ready = useStore(documentPage.store, (state) => state.ready);
  const chosen = EXAMPLES.findIndex((example) => example.line === line);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    documentPage.submit();
  };

  return (
    <form className="console state-console" aria-labelledby={`${id}-title`} onSubmit={onSubmit}>
      <div className="console-head">
        <h2 id={`${id}-title`}>Command</h2>
        <select
          aria-label="Examples"
          value={chosen < 0 ? "" : chosen}
          onChange={(event) => documentPage.write(EXAMPLES[Number(event.target.value)]?.line ?? "")}
        >
          {chosen < 0 && <option value="">Examples</option>}
          {EXAMPLES.map(({ name }, index) => (
            <option key={name} value={index}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <textarea
        aria-labelledby={`${id}-title`}
        className="console-text"
        rows={4}
        spellCheck={false}
        value={line}
        onChange={(event) => documentPage.write(event.target.value)}
        onKeyDown={(event) => {
          // While a word is being composed, Enter takes the word.
          if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          documentPage.submit();
        }}
      />
      <div className="console-foot">
        <button type="submit" className="button primary" disabled={!ready}>
          Run
        </button>
        <span className="faint">
          <kbd>Enter</kbd>
        </span>
      </div>
    </form>
  );
}
