import { useEffect, useRef } from "react";
import type { View } from "../state/route";
import { useStore } from "../state/store";
import { navigation, openView } from "../state/studio";

const VIEWS: [View, string][] = [
  ["turns", "Turns"],
  ["workspace", "Workspace"],
  ["state", "State"],
];

/** Whether a view was chosen here and is not there yet: its own switch takes the focus over. */
let chosen = false;

/** What the Studio shows: the turns of a host, the workspace, or a state document. */
export function ViewSwitch() {
  const current = useStore(navigation, (state) => state.view);
  const here = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (chosen) here.current?.focus();
    chosen = false;
  }, [current]);

  const choose = (view: View) => {
    chosen = view !== current;
    openView(view);
  };

  return (
    <div className="view-switch">
      {VIEWS.map(([view, name]) => (
        <button
          key={view}
          ref={view === current ? here : undefined}
          type="button"
          aria-current={view === current ? "page" : undefined}
          onClick={() => choose(view)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
