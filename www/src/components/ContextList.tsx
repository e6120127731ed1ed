import { useEffect, useMemo, useRef } from "react";
import type { Branch, Family } from "../data/families";
import type { ContextInfo } from "../data/host";
import { useStore } from "../state/store";
import { conversation, library, openContext } from "../state/studio";
import { Icon } from "./Icon";

interface Entry {
  context: ContextInfo;
  title: string | undefined;
  branch: Branch | undefined;
}

interface Group {
  key: string;
  /** Set where several contexts share a root. */
  family: Family | undefined;
  entries: Entry[];
}

export function ContextList() {
  const contexts = useStore(library.store, (state) => state.contexts);
  const families = useStore(library.store, (state) => state.families);
  const titles = useStore(library.store, (state) => state.titles);
  const filter = useStore(library.store, (state) => state.filter);
  const connection = useStore(library.store, (state) => state.connection);
  const arranged = useStore(library.store, (state) => state.arranged);
  const current = useStore(conversation.store, (state) => state.contextId);
  const groups = useMemo(() => groupsOf(contexts, families, titles), [contexts, families, titles]);
  const shown = useMemo(() => narrowed(groups, filter), [groups, filter]);

  if (connection === "connecting" || (contexts.length > 0 && !arranged)) return <ContextSkeleton />;
  if (contexts.length === 0) {
    return <p className="sidebar-note">{connection === "connected" ? "No contexts yet." : "No host to read from."}</p>;
  }
  if (shown.length === 0) return <p className="sidebar-note">No context matches “{filter}”.</p>;
  return (
    <ul className="contexts">
      {shown.map(({ key, family, entries }) =>
        family ? (
          <li key={key} className="family">
            <p className="family-title">
              <Icon name="branch" size={14} />
              <span>{family.title ?? `Root ${family.rootId}`}</span>
            </p>
            <ul>
              {entries.map((entry) => (
                <ContextItem key={entry.context.context_id} entry={entry} current={current} />
              ))}
            </ul>
          </li>
        ) : (
          entries.map((entry) => <ContextItem key={entry.context.context_id} entry={entry} current={current} />)
        ),
      )}
    </ul>
  );
}

function ContextItem({ entry, current }: { entry: Entry; current: string | undefined }) {
  const { context, title, branch } = entry;
  const empty = context.head_turn_id === "0";
  const open = context.context_id === current;
  const button = useRef<HTMLButtonElement>(null);

  // What an address opens may be far down the list.
  useEffect(() => {
    if (open) button.current?.scrollIntoView({ block: "nearest" });
  }, [open]);

  return (
    <li>
      <button
        ref={button}
        type="button"
        className="context"
        aria-current={open ? "page" : undefined}
        onClick={() => openContext(context.context_id)}
      >
        <span className="context-title">{title ?? `Context ${context.context_id}`}</span>
        <span className="context-facts">
          <span className="mono">#{context.context_id}</span>
          <span>{empty ? "empty" : turnCount(context.head_depth + 1)}</span>
          {branch?.forkDepth !== undefined && <span>forked at {branch.forkDepth}</span>}
        </span>
      </button>
    </li>
  );
}

/** Keeps the list's place while it loads, so that nothing jumps. */
function ContextSkeleton() {
  return (
    <div className="contexts skeleton" aria-hidden="true">
      <span />
      <span />
      <span />
    </div>
  );
}

export function turnCount(count: number): string {
  return count === 1 ? "1 turn" : `${count.toLocaleString("en")} turns`;
}

function groupsOf(
  contexts: readonly ContextInfo[],
  families: readonly Family[],
  titles: Readonly<Record<string, string>>,
): Group[] {
  const familyOf = new Map(families.flatMap((family) => family.branches.map(({ contextId }) => [contextId, family])));
  const groups = new Map<string, Group>();
  for (const context of contexts) {
    const id = context.context_id;
    const found = familyOf.get(id);
    const family = found && found.branches.length > 1 ? found : undefined;
    const key = family ? `root ${family.rootId}` : `context ${id}`;
    const branch = family?.branches.find(({ contextId }) => contextId === id);
    const trunk = branch && branch.forkDepth === undefined;
    const title = trunk ? "Main line" : family ? branch?.title : (found?.title ?? titles[id]);
    const group = groups.get(key) ?? { key, family, entries: [] };
    group.entries.push({ context, title, branch });
    groups.set(key, group);
  }
  return [...groups.values()];
}

function narrowed(groups: Group[], filter: string): Group[] {
  const wanted = filter.trim().toLowerCase();
  if (!wanted) return groups;
  const matches = ({ context, title }: Entry, family: Family | undefined) =>
    `#${context.context_id} ${title ?? ""} ${family?.title ?? ""}`.toLowerCase().includes(wanted);
  return groups
    .map((group) => ({ ...group, entries: group.entries.filter((entry) => matches(entry, group.family)) }))
    .filter((group) => group.entries.length > 0);
}
