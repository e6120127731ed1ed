import { EXAMPLES } from "../data/state-examples";
import { documentPage } from "../state/document";
import { useStore } from "../state/store";
import { Console } from "./Console";

/** Where a command of `vitrine-state` is written and run. */
export function StateConsole() {
  const line = useStore(documentPage.store, (state) => state.line);
  const ready = useStore(documentPage.store, (state) => state.ready);
  return (
    <Console
      title="Command"
      action="Run"
      keys={<kbd>Enter</kbd>}
      sends={({ key, shiftKey }) => key === "Enter" && !shiftKey}
      examples={EXAMPLES}
      text={line}
      ready={ready}
      onWrite={documentPage.write}
      onSend={documentPage.submit}
      short
    />
  );
}
