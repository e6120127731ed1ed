import type { Branch, Family } from "../data/families";
import { useStore } from "../state/store";
import { conversation, openContext } from "../state/studio";
import { Icon } from "./Icon";

const NONE: readonly Branch[] = [];

/** The branches that leave after a turn: for most turns the one empty list, so that their cards need no new drawing. */
export function forksAt(families: readonly Family[], turnId: string): readonly Branch[] {
  const forks = families.flatMap((family) => family.branches.filter((branch) => branch.forkedAt === turnId));
  return forks.length > 0 ? forks : NONE;
}

/** Says which branches leave the conversation after a turn, and leads there. */
export function ForkMark({ forks }: { forks: readonly Branch[] }) {
  const contextId = useStore(conversation.store, (state) => state.contextId);
  const others = forks.filter((branch) => branch.contextId !== contextId);
  const begins = others.length < forks.length;
  return (
    <div className="fork">
      <Icon name="branch" size={14} />
      {begins && <span>This branch begins here</span>}
      {others.length > 0 && <span>{begins ? "and so does" : "Another branch leaves here:"}</span>}
      {others.map((branch) => (
        <button
          key={branch.contextId}
          type="button"
          className="link"
          title={branch.title}
          onClick={() => openContext(branch.contextId)}
        >
          context {branch.contextId}
        </button>
      ))}
    </div>
  );
}
