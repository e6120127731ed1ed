import { useStore } from "../state/store";
import { library, refresh } from "../state/studio";
import { ContextList } from "./ContextList";
import { HostBar } from "./HostBar";
import { Icon } from "./Icon";
import { IconButton } from "./IconButton";
import { Nothing } from "./Nothing";
import { SidebarHead } from "./SidebarHead";
import { FILTER_ID } from "./useShortcuts";
import { ViewSwitch } from "./ViewSwitch";

/** The left of the page; `alone` when it is all of a narrow one. */
export function Sidebar({ inert, alone }: { inert: boolean; alone: boolean }) {
  const filter = useStore(library.store, (state) => state.filter);
  const count = useStore(library.store, (state) => state.contexts.length);
  const resting = useStore(library.store, (state) => state.connection !== "connecting");
  const Landmark = alone ? "main" : "nav";
  const Heading = alone ? "h1" : "h2";

  return (
    <Landmark id="contexts" className="sidebar" aria-label="Contexts" tabIndex={-1} inert={inert}>
      <SidebarHead themeKey="d" />
      <div className="sidebar-tools">
        <ViewSwitch />
        <label className="filter">
          <Icon name="search" />
          <span className="visually-hidden">Filter contexts</span>
          <input
            id={FILTER_ID}
            type="search"
            placeholder="Filter contexts"
            autoComplete="off"
            spellCheck={false}
            value={filter}
            onChange={(event) => library.setFilter(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Escape") event.currentTarget.blur();
            }}
          />
          <kbd>/</kbd>
        </label>
      </div>
      {alone && count === 0 && resting ? (
        <Nothing />
      ) : (
        <>
          <div className="sidebar-title">
            <Heading>Contexts</Heading>
            {count > 0 && <span className="count">{count}</span>}
            <span className="spring" />
            <IconButton icon="refresh" label="Look for new turns" hint="r" onClick={() => void refresh()} />
          </div>
          <ContextList />
        </>
      )}
      <HostBar />
    </Landmark>
  );
}
