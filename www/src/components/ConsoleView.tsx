import { type ReactNode, useEffect } from "react";
import type { View } from "../state/route";
import { ShortcutSheet } from "./ShortcutSheet";
import { SidebarHead } from "./SidebarHead";
import { useShortcuts } from "./useShortcuts";
import { ViewSwitch } from "./ViewSwitch";

interface Props {
  /** The view's name in addresses, and the id of its pane. */
  view: View;
  /** What the page is called. */
  title: string;
  /** What is in the pane, as in “Skip to the document”. */
  content: string;
  /** Loads what is shown, once. */
  open: () => Promise<void>;
  /** The console and its log. */
  aside: ReactNode;
  /** What the pane shows. */
  children: ReactNode;
}

/** A view with a console at its side. */
export function ConsoleView({ view, title, content, open, aside, children }: Props) {
  useShortcuts(view);
  useEffect(() => {
    void open();
    document.title = `${title} · Vitrine Studio`;
    return () => {
      document.title = "Vitrine Studio";
    };
  }, [open, title]);

  return (
    <div className="studio" data-view={view}>
      <a className="skip-link" href={`#${view}`}>
        Skip to the {content}
      </a>
      <aside className="sidebar" aria-label="Console">
        <SidebarHead />
        <div className="sidebar-tools">
          <ViewSwitch />
        </div>
        <div className="console-side">{aside}</div>
      </aside>
      <main className="pane" id={view} tabIndex={-1}>
        {children}
      </main>
      <ShortcutSheet view={view} />
    </div>
  );
}
