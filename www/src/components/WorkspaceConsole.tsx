import { type KeyboardEvent, useId } from "react";
import { EXAMPLES } from "../data/examples";
import { useStore } from "../state/store";
import { workspace } from "../state/workspace";

/** Where a batch is pasted and applied. */
export function WorkspaceConsole() {
  const id = useId();
  const draft = useStore(workspace.store, (state) => state.draft);
  const ready = useStore(workspace.store, (state) => state.ready && !state.locked);
  const chosen = EXAMPLES.findIndex(({ text }) => text === draft);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void workspace.apply();
  };

  return (
    <section className="console" aria-labelledby={`${id}-title`}>
      <div className="console-head">
        <h2 id={`${id}-title`}>Batch</h2>
        <select
          aria-label="Examples"
          value={chosen < 0 ? "" : chosen}
          onChange={(event) => workspace.write(EXAMPLES[Number(event.target.value)]?.text ?? "")}
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
        spellCheck={false}
        value={draft}
        onChange={(event) => workspace.write(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="console-foot">
        <button type="button" className="button primary" disabled={!ready} onClick={() => void workspace.apply()}>
          Apply
        </button>
        <span className="faint">
          <kbd>Ctrl</kbd> <kbd>Enter</kbd>
        </span>
      </div>
    </section>
  );
}
