// What the shell does for the adapter, and what it tells it.

/** A place and a size in CSS pixels, from the upper left corner of the workspace. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** How far a watched value is. */
export type SlotStatus = "loading" | "empty" | "error" | "ready";

/** Where a command was fired: what its template tokens stand for. */
export interface FireContext {
  windowId: string;
  /** The innermost component around the element. */
  componentId?: string;
  /** The value of the control that fired; empty for what is no control. */
  value: string;
  /** The values of the nearest form by name. Several values of one name are joined by a comma and a blank. */
  form: Record<string, string>;
}

/** The part of the adapter that has the DOM: windows, what a person does in them, and where operations go. */
export interface Shell {
  /** Shows a window. Its geometry is what was asked for; it is shown within the workspace. */
  openWindow(window: { id: string; title: string; z: number } & Box): void;
  /** Changes what is given. `focus` gives it the focus, unless that is in it already. */
  changeWindow(window: { id: string; title?: string; z?: number; focus?: boolean } & Partial<Box>): void;
  closeWindow(id: string): void;
  /** Closes all windows. */
  clear(): void;
  /** The window's island. */
  content(id: string): ShadowRoot | null;
  /**
   * What `target` names in a window: `#root` its island, else an id, with or without `#`, or a CSS selector.
   *
   * @throws VitrineError `UICP_TARGET_INVALID` for a selector that cannot be read
   */
  resolve(windowId: string, target: string): Element | ShadowRoot | null;
  /**
   * To be called when operations were applied in a window: makes what came with them work.
   *
   * @param came elements with a command, a bound value or a slot; all of the window without it
   */
  refresh(windowId: string, came?: Iterable<Element>): void;
  /** Shows a value of the state in the controls that are bound to it, but for one that a person types in. */
  showBound(scope: string, key: string, windowId: string | undefined, value: unknown): void;
  /** Shows the `data-slot` elements of `status` under a node and hides the others; false where there are none. */
  showSlot(node: Element | ShadowRoot, status: SlotStatus, value: unknown): boolean;
  destroy(): void;
}

/** What a person did, and what the shell asks. */
export interface ShellHooks {
  state(scope: string, key: string, windowId?: string): unknown;
  /** A bound control has another value. */
  bound(scope: string, key: string, value: unknown, windowId?: string): void;
  /** A `data-command` fired; `command` is the attribute as written. */
  fire(command: string, context: FireContext): void;
  moved(windowId: string, x: number, y: number): void;
  resized(windowId: string, box: Box): void;
  focused(windowId: string): void;
  closing(windowId: string): void;
}
