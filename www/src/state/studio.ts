import { Conversation } from "./conversation";
import { Library } from "./library";
import { Preferences } from "./preferences";
import { atDetails, NARROW, pushDetails, readRoute, type View, writeRoute } from "./route";
import { Store } from "./store";

/** The page's state, and the actions that touch more than one part of it. */
export const preferences = new Preferences();
export const library = new Library();
export const conversation = new Conversation(() => library.host);
export const navigation = new Store<{ view: View }>({ view: readRoute().view });

/** A page that is looked at asks the host for news this often, in milliseconds; one that was not asks when it is again. */
const NEWS_EVERY = 5000;

/** Reads the address bar, goes there, and keeps the two in step from then on. */
export function startStudio(): void {
  library.store.subscribe(onConnected(settle));
  void library.open(readRoute().host);
  addEventListener("popstate", follow);
  addEventListener("focus", () => void refresh());
  setInterval(() => {
    // Who is away is asked again by the library itself.
    if (!document.hidden && library.store.get().connection === "connected") void refresh();
  }, NEWS_EVERY);
  // What was open is not open in a page that is loaded anew.
  if (atDetails()) history.replaceState(null, "", location.href);
  let last = conversation.store.get();
  conversation.store.subscribe(() => {
    const now = conversation.store.get();
    if (now.selectedId !== last.selectedId || now.contextId !== last.contextId) {
      show(now.contextId, linked(), "replace");
    }
    if (now.detailsOpen && !last.detailsOpen && !atDetails() && matchMedia(NARROW).matches) pushDetails();
    if (!now.detailsOpen && last.detailsOpen && atDetails()) history.back();
    // Who finds the host away tells the rest of the page, which looks for it from then on.
    if (now.problem !== last.problem && now.problem?.code === "Unreachable") void library.refresh();
    last = now;
  });
}

export async function openHost(address: string): Promise<void> {
  await conversation.open(undefined);
  await library.open(address);
  show(undefined, undefined, "push");
}

/** Turns to another view; each stays as it is meanwhile. */
export function openView(view: View): void {
  navigation.set({ view });
  show(conversation.store.get().contextId, linked(), "push");
}

export function openContext(contextId: string | undefined, turnId?: string): void {
  show(contextId, turnId, "push");
  void conversation.open(contextId, turnId);
}

/** Asks the host for new contexts, and for new turns of the one that is open. */
export async function refresh(): Promise<void> {
  await library.refresh();
  const { contextId } = conversation.store.get();
  const context = library.store.get().contexts.find((each) => each.context_id === contextId);
  if (context) await conversation.refresh(context.head_turn_id, context.head_depth);
}

/** Does again what failed in the conversation that is open: beyond the newest turn, or before the oldest. */
export async function retry(): Promise<void> {
  await (conversation.store.get().failed === "newer" ? refresh() : conversation.loadOlder());
}

/** Back or Forward was pressed. */
function follow(): void {
  const { host, view } = readRoute();
  navigation.set({ view });
  if (matchMedia(NARROW).matches && conversation.store.get().detailsOpen !== atDetails()) {
    if (atDetails()) conversation.openDetails();
    else conversation.closeDetails();
  }
  if (library.store.get().hostUrl === host) settle();
  else void conversation.open(undefined).then(() => library.open(host));
}

/** Opens what the address names. On a wide page with nothing named, the newest context opens by itself. */
function settle(): void {
  const { contextId: named, turnId } = readRoute();
  const newest = matchMedia(NARROW).matches ? undefined : library.store.get().contexts[0]?.context_id;
  const contextId = named ?? newest;
  const { contextId: open, problem, turns } = conversation.store.get();
  if (contextId !== open || (problem && turns.length === 0)) void conversation.open(contextId, turnId);
  else if (problem) void retry();
}

/** A listener to the library that calls `then` whenever a host begins to answer. */
export function onConnected(then: () => void): () => void {
  let before = library.store.get().connection;
  return () => {
    const { connection } = library.store.get();
    const changed = connection !== before;
    before = connection;
    if (changed && connection === "connected") then();
  };
}

function show(contextId: string | undefined, turnId: string | undefined, step: "push" | "replace"): void {
  const { view } = navigation.get();
  writeRoute({ view, host: library.store.get().hostUrl, contextId, turnId }, step);
}

/** The newest turn needs no link: the context opens there anyway. */
function linked(): string | undefined {
  const { selectedId, turns } = conversation.store.get();
  return selectedId === turns.at(-1)?.turn_id ? undefined : selectedId;
}
