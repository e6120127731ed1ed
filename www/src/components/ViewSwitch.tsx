import type { View } from "../state/route";
import { useStore } from "../state/store";
import { navigation, openView } from "../state/studio";

const VIEWS: [View, string][] = [
  ["turns", "Turns"],
  ["workspace", "Workspace"],
  ["state", "State"],
];

/** What the Studio shows: the turns of a host, the workspace, or a state document. */
export function ViewSwitch() {
  const current = useStore(navigation, (state) => state.view);
  return (
    <div className="view-switch">
      {VIEWS.map(([view, name]) => (
        <button
          key={view}
          type="button"
          aria-current={view === current ? "page" : undefined}
          onClick={() => openView(view)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
