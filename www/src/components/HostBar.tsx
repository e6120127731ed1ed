import { type FormEvent, useId, useState } from "react";
import { useStore } from "../state/store";
import { library, openHost } from "../state/studio";

const STATES = {
  connecting: "Connecting",
  connected: "Connected",
  away: "Not reachable",
} as const;

/** Which host is read, how it is, and the place to name another. */
export function HostBar() {
  const url = useStore(library.store, (state) => state.hostUrl);
  const connection = useStore(library.store, (state) => state.connection);
  const [draft, setDraft] = useState<string>();
  const id = useId();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (draft !== undefined && draft.trim() !== "" && draft !== url) void openHost(draft);
    setDraft(undefined);
  };

  return (
    <form className="host" onSubmit={submit}>
      <label htmlFor={id} className="host-state" data-state={connection}>
        <span className="dot" aria-hidden="true" />
        {STATES[connection]}
        <span className="visually-hidden">. Host address</span>
      </label>
      <input
        id={id}
        type="text"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        className="host-url"
        value={draft ?? url}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={submit}
        onKeyDown={(event) => {
          if (event.key === "Escape") setDraft(undefined);
        }}
      />
    </form>
  );
}
