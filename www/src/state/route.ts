// The address bar says which view, host, context and turn are shown, so that a link leads back to them.

/** The conversations of a host, the workspace, or a state document. */
export type View = "turns" | "workspace" | "state";

export interface Route {
  view: View;
  host: string;
  contextId: string | undefined;
  turnId: string | undefined;
}

/** A page this narrow shows one thing at a time: the contexts, a conversation, or a turn's details. */
export const NARROW = "(max-width: 719px)";

export const DEFAULT_HOST = "http://127.0.0.1:9010";

export function readRoute(): Route {
  const query = new URLSearchParams(location.search);
  return {
    view: viewOf(query.get("view")),
    host: query.get("host") ?? DEFAULT_HOST,
    contextId: idOf(query.get("context")),
    turnId: idOf(query.get("turn")),
  };
}

/** `push` makes a step that the browser's Back undoes. */
export function writeRoute({ view, host, contextId, turnId }: Route, step: "push" | "replace"): void {
  const query = new URLSearchParams();
  if (view !== "turns") query.set("view", view);
  if (host !== DEFAULT_HOST) query.set("host", host);
  if (contextId) query.set("context", contextId);
  if (turnId) query.set("turn", turnId);
  const text = query.toString();
  const url = text ? `?${text}` : location.pathname;
  if (url === (location.search || location.pathname)) return;
  if (step === "push") history.pushState(null, "", url);
  else history.replaceState(history.state, "", url);
}

/** Makes a step for the details that cover a narrow page: the browser's Back leads out of them. */
export function pushDetails(): void {
  history.pushState({ details: true }, "", location.href);
}

/** Whether the step at hand is one of `pushDetails`. */
export function atDetails(): boolean {
  const state: unknown = history.state;
  return typeof state === "object" && state !== null && "details" in state;
}

function viewOf(text: string | null): View {
  return text === "workspace" || text === "state" ? text : "turns";
}

function idOf(text: string | null): string | undefined {
  return text && /^[1-9]\d{0,19}$/.test(text) ? text : undefined;
}
