import { EXAMPLES } from "../data/examples";
import { useStore } from "../state/store";
import { workspace } from "../state/workspace";
import { Console } from "./Console";

/** Where a batch is pasted and applied. */
export function WorkspaceConsole() {
  const draft = useStore(workspace.store, (state) => state.draft);
  const ready = useStore(workspace.store, (state) => state.ready && !state.locked);
  return (
    <Console
      title="Batch"
      action="Apply"
      keys={
        <>
          <kbd>Ctrl</kbd> <kbd>Enter</kbd>
        </>
      }
      sends={({ key, ctrlKey, metaKey }) => key === "Enter" && (ctrlKey || metaKey)}
      examples={EXAMPLES}
      text={draft}
      ready={ready}
      onWrite={workspace.write}
      onSend={() => void workspace.apply()}
    />
  );
}
