import type { ReactNode } from "react";
import type { Problem } from "../state/problem";
import { useStore } from "../state/store";
import { conversation, library, openContext, refresh } from "../state/studio";
import { Icon, type IconName } from "./Icon";

/** What stands where the conversation would be: why there is none, and what to do about it. */
export function Nothing() {
  const connection = useStore(library.store, (state) => state.connection);
  const away = useStore(library.store, (state) => state.problem);
  const empty = useStore(library.store, (state) => state.contexts.length === 0);
  const contextId = useStore(conversation.store, (state) => state.contextId);
  const problem = useStore(conversation.store, (state) => state.problem);

  if (connection === "connecting") return <div className="notice-space" />;
  if (away?.code === "Unreachable") return <HostAway problem={away} />;
  if (away) return <ProblemNotice problem={away} retry={() => void refresh()} />;
  if (problem && contextId) return <ProblemNotice problem={problem} retry={() => openContext(contextId)} />;
  if (contextId) {
    return (
      <Notice icon="fields" title="No turns yet">
        <p>Context {contextId} was created, but nothing has been appended to it.</p>
      </Notice>
    );
  }
  if (empty) {
    return (
      <Notice icon="fields" title="No contexts yet">
        <p>
          The host is running and has nothing to show. Append a turn with any client, or start with the sample data:
        </p>
        <pre className="command">npm start</pre>
      </Notice>
    );
  }
  return (
    <Notice icon="fields" title="Choose a context">
      <p>Its conversation is shown here, the newest turn last.</p>
    </Notice>
  );
}

function HostAway({ problem }: { problem: Problem }) {
  return (
    <Notice icon="warning" title={problem.title}>
      <p>Start a host in the project’s folder, and the Studio connects by itself:</p>
      <pre className="command">npm start</pre>
      <p>
        If the host runs at another address of this machine, write that under “Not reachable”. The host must also allow
        this page: <code>--cors-origin {location.origin}</code>
      </p>
      <button type="button" className="button" onClick={() => void refresh()}>
        Try now
      </button>
    </Notice>
  );
}

function ProblemNotice({ problem, retry }: { problem: Problem; retry: () => void }) {
  return (
    <Notice icon="warning" title={problem.title}>
      <p className="problem-message">
        <span className="code-chip">{problem.code}</span> {problem.message}
      </p>
      <p>{problem.advice}</p>
      <button type="button" className="button" onClick={retry}>
        Try again
      </button>
    </Notice>
  );
}

function Notice({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) {
  // An open context has its own heading above this.
  const headed = useStore(conversation.store, (state) => state.contextId !== undefined);
  return (
    <section className="notice">
      <span className="notice-sign">
        <Icon name={icon} size={20} />
      </span>
      {headed ? <h2>{title}</h2> : <h1>{title}</h1>}
      {children}
    </section>
  );
}
