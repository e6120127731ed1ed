// What is around the content of a window: its box, its header, the edges to pull.

import type { Edge } from "./geometry.js";

/** The elements of a window. */
export interface Frame {
  section: HTMLElement;
  header: HTMLElement;
  title: HTMLElement;
  close: HTMLButtonElement;
  slot: HTMLElement;
  edges: Map<HTMLElement, Edge>;
}

const EDGES: Edge[] = ["n", "e", "s", "w", "ne", "nw", "se", "sw"];

/**
 * Makes the elements of a window.
 *
 * @param prefix of the ids in the page, by which several workspaces are told apart
 */
export function makeFrame(document: Document, id: string, prefix: string): Frame {
  const element = (name: string, role: string) => {
    const made = document.createElement(name);
    made.className = `vitrine-${role}`;
    return made;
  };
  const section = element("section", "window");
  const header = element("header", "header");
  const title = element("h2", "title");
  const close = element("button", "close") as HTMLButtonElement;
  const slot = element("div", "content");
  // Names in aria-labelledby are separated by blanks, so there is none in it.
  title.id = `${prefix}-title-${encodeURIComponent(id)}`;
  section.setAttribute("role", "dialog");
  section.setAttribute("aria-labelledby", title.id);
  section.dataset.windowId = id;
  section.tabIndex = 0;
  close.type = "button";
  // With the keyboard it is scrolled; the arrows on the window itself move that.
  slot.tabIndex = 0;
  slot.setAttribute("role", "group");
  slot.setAttribute("aria-labelledby", title.id);
  header.append(title, close);
  const edges = new Map(EDGES.map((edge) => [element("div", "edge"), edge] as const));
  for (const [handle, edge] of edges) handle.dataset.edge = edge;
  section.append(header, slot, ...edges.keys());
  return { section, header, title, close, slot, edges };
}

/** Shows a title. */
export function entitle({ title, close }: Frame, text: string): void {
  title.textContent = text;
  title.title = text;
  close.setAttribute("aria-label", `Close ${text}`);
}
