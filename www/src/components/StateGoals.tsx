import type { Goal, GoalEvent } from "../data/state-tree";
import { documentPage } from "../state/document";

/** Goals, their sub-goals, and the events of those, unseen ones marked. */
export function StateGoals({ goals }: { goals: readonly Goal[] }) {
  return (
    <div className="goals">
      <div className="goals-head">
        <button type="button" className="button" onClick={() => documentPage.run(["chat", "latest"])}>
          Read the next event
        </button>
        <p className="faint">It is marked as seen; the log has its briefing.</p>
      </div>
      {goals.length === 0 && <p className="faint">No goals yet. “A new goal” is among the examples.</p>}
      {goals.map((goal) => (
        <section key={goal.key} className="goal" aria-labelledby={`goal-${goal.key}`}>
          <h2 id={`goal-${goal.key}`}>
            {goal.key} <Status text={goal.status} />
          </h2>
          {goal.summary && <p>{goal.summary}</p>}
          {goal.subGoals.map((sub) => (
            <section key={sub.key} className="sub-goal" aria-labelledby={`goal-${goal.key}-${sub.key}`}>
              <h3 id={`goal-${goal.key}-${sub.key}`}>
                {sub.key} <Status text={sub.status} />
                {sub.inFlight && <span className="chip chip-care">in flight</span>}
              </h3>
              {sub.lastRequest && <p className="faint">Asked: {sub.lastRequest}</p>}
              {sub.events.length === 0 ? (
                <p className="faint">No events yet.</p>
              ) : (
                <ol>
                  {sub.events.map((event) => (
                    <Event key={event.index} event={event} />
                  ))}
                </ol>
              )}
            </section>
          ))}
        </section>
      ))}
    </div>
  );
}

function Status({ text }: { text: string }) {
  return text ? <span className="chip">{text}</span> : null;
}

function Event({ event: { type, body, seen, at } }: { event: GoalEvent }) {
  return (
    <li data-seen={seen}>
      <span className="event-kind">{type ?? "–"}</span>
      <span className="event-body">{body ?? "(no body)"}</span>
      <span className="event-facts">
        {seen ? "seen" : <strong>new</strong>}
        {at && <time dateTime={at}>{at.slice(0, 16).replace("T", " ")}</time>}
      </span>
    </li>
  );
}
