import { useEffect } from "react";
import type { Branch, Family } from "../data/families";
import { hasGateway, typedJsonUrl } from "../gateway/register";
import { useStore } from "../state/store";
import { conversation, library, openContext } from "../state/studio";
import { turnCount } from "./ContextList";
import { IconButton } from "./IconButton";
import { Nothing } from "./Nothing";
import { TurnFeed } from "./TurnFeed";

/** The middle of the page: the open context, or why there is none. */
export function ConversationPane({ inert }: { inert: boolean }) {
  const contextId = useStore(conversation.store, (state) => state.contextId);
  const busy = useStore(conversation.store, (state) => state.busy);
  const hasTurns = useStore(conversation.store, (state) => state.turns.length > 0);
  const problem = useStore(conversation.store, (state) => state.problem);
  const missing = useStore(conversation.store, (state) => state.missing);

  return (
    <main className="pane" id="conversation" tabIndex={-1} inert={inert} aria-busy={busy !== undefined}>
      {contextId && <ConversationHead contextId={contextId} />}
      {busy && <div className="progress" role="progressbar" aria-label="Loading turns" />}
      {missing && (
        <p className="pane-note" role="status">
          Turn {missing} is not in this context. Its newest turn is shown.
        </p>
      )}
      {contextId && (hasTurns || (busy && !problem)) ? <TurnFeed key={contextId} /> : <Nothing />}
    </main>
  );
}

function ConversationHead({ contextId }: { contextId: string }) {
  const context = useStore(library.store, (state) => state.contexts.find((each) => each.context_id === contextId));
  const families = useStore(library.store, (state) => state.families);
  const ownTitle = useStore(library.store, (state) => state.titles[contextId]);
  const bundleId = useStore(conversation.store, (state) => state.bundleId);
  const { family, branch } = placeOf(families, contextId);
  const branchTitle = branch?.forkDepth === undefined ? undefined : branch.title;
  const title = branchTitle ?? family?.title ?? ownTitle ?? `Context ${contextId}`;

  const openTypedJson = async () => {
    const url = await typedJsonUrl(library.store.get().hostUrl, contextId);
    window.open(url, "_blank", "noopener");
  };

  useEffect(() => {
    document.title = `${title} · Vitrine Studio`;
    return () => {
      document.title = "Vitrine Studio";
    };
  }, [title]);

  return (
    <header className="pane-head">
      <span className="only-narrow">
        <IconButton icon="arrowLeft" label="All contexts" onClick={() => openContext(undefined)} />
      </span>
      <div className="pane-title">
        <h1 title={title}>{title}</h1>
        <p className="facts">
          <span className="mono">#{contextId}</span>
          {context && context.head_turn_id !== "0" && <span>{turnCount(context.head_depth + 1)}</span>}
          {branch?.forkDepth !== undefined && <span>forked at {branch.forkDepth}</span>}
          {bundleId && (
            <span className="mono fact-bundle" title={`Registry bundle ${bundleId}`}>
              {bundleId}
            </span>
          )}
        </p>
      </div>
      <div className="actions">
        {hasGateway && <IconButton icon="fields" label="Typed JSON of this context" onClick={openTypedJson} />}
        <IconButton
          icon="arrowUp"
          label="Beginning of the conversation"
          hint="g g"
          onClick={() => void conversation.goToRoot()}
        />
        <IconButton icon="arrowDown" label="Newest turn" hint="G" onClick={conversation.goToEnd} />
      </div>
    </header>
  );
}

function placeOf(families: readonly Family[], contextId: string): { family?: Family; branch?: Branch } {
  for (const family of families) {
    const branch = family.branches.find((each) => each.contextId === contextId);
    if (branch) return { family, branch };
  }
  return {};
}
