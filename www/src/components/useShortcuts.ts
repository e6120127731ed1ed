import { useEffect } from "react";
import type { View } from "../state/route";
import { conversation, preferences, refresh } from "../state/studio";

export const FILTER_ID = "context-filter";

/** Two keys of a sequence may be this far apart, in milliseconds. */
const SEQUENCE = 900;

/** The keys of a view. None is taken while something is typed, or together with Ctrl, Alt or Meta. */
export function useShortcuts(view: View): void {
  useEffect(() => {
    let lastG = Number.NEGATIVE_INFINITY;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (preferences.store.get().helpOpen || isTyping(event.composedPath()[0])) return;
      if (event.key === "?") {
        event.preventDefault();
        preferences.showHelp(true);
      }
      if (view !== "turns") return;
      const secondG = event.key === "g" && event.timeStamp - lastG < SEQUENCE;
      lastG = event.key === "g" && !secondG ? event.timeStamp : Number.NEGATIVE_INFINITY;
      const action = secondG ? () => void conversation.goToRoot() : actionOf(event);
      if (!action) return;
      event.preventDefault();
      action();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [view]);
}

function actionOf(event: KeyboardEvent): (() => void) | undefined {
  switch (event.key) {
    case "j":
      return () => void conversation.move(1);
    case "k":
      return () => void conversation.move(-1);
    case "ArrowDown":
      return onTurn(event.target) ? () => void conversation.move(1) : undefined;
    case "ArrowUp":
      return onTurn(event.target) ? () => void conversation.move(-1) : undefined;
    case "Enter":
      return onTurn(event.target) ? () => conversation.openDetails() : undefined;
    case "Escape":
      return conversation.store.get().detailsOpen ? conversation.closeDetails : undefined;
    case "G":
      return conversation.goToEnd;
    case "/":
      return () => document.getElementById(FILTER_ID)?.focus();
    case "r":
      return () => void refresh();
    case "d":
      return preferences.toggleTheme;
    default:
      return undefined;
  }
}

/** Of a window's content the event itself would name no more than the place. */
function isTyping(target: EventTarget | undefined): boolean {
  return target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable]");
}

/** The arrows and Enter belong to a turn only while it has the focus itself, not a button inside it. */
function onTurn(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.matches("[data-turn]") || target === document.body);
}
