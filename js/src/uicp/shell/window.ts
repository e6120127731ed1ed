// One window: where it is, and how a person moves it.

import { Content } from "./content.js";
import { entitle, type Frame, makeFrame } from "./frame.js";
import { type Area, confine, type Edge, stretch } from "./geometry.js";
import { type Gesture, onPull } from "./gestures.js";
import type { Box, ShellHooks } from "./types.js";

/** How far one press of an arrow key goes, in CSS pixels. */
const STEP = 10;
const ARROWS: Record<string, readonly [number, number] | undefined> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

/** What a window knows of the workspace that it is in. */
export interface Surroundings {
  document: Document;
  /** Of the ids in the page. */
  prefix: string;
  area(): Area;
  /** A person turned to this window. */
  chosen(window: ShellWindow): void;
  hooks: ShellHooks;
}

/** A window in the page. */
export class ShellWindow {
  readonly id: string;
  readonly content: Content;
  readonly #frame: Frame;
  readonly #around: Surroundings;
  /** Where it is to be; {@link #shown} is what of that the workspace has room for. */
  #asked: Box = { x: 0, y: 0, width: 0, height: 0 };
  /** Unlike anything at first, so that all of it is written, in one order. */
  #shown: Box = { x: Number.NaN, y: Number.NaN, width: Number.NaN, height: Number.NaN };
  #z = 0;
  /** What the arrow keys did and was not yet reported. */
  #unsaid: "moved" | "resized" | undefined;

  constructor(id: string, around: Surroundings) {
    this.id = id;
    this.#around = around;
    this.#frame = makeFrame(around.document, id, around.prefix);
    this.content = new Content(this.#frame.slot, id, around.hooks);
    this.#listen();
  }

  get section(): HTMLElement {
    return this.#frame.section;
  }

  get z(): number {
    return this.#z;
  }

  /** Takes what is given. */
  change({ title, x, y, width, height, z }: { title?: string; z?: number } & Partial<Box>): void {
    if (title !== undefined) entitle(this.#frame, title);
    const { x: left, y: top, width: across, height: down } = this.#asked;
    this.#asked = { x: x ?? left, y: y ?? top, width: width ?? across, height: height ?? down };
    this.place();
    if (z === undefined) return;
    this.#z = z;
    this.section.style.zIndex = String(z);
  }

  /** Shows it where it is to be, as far as the workspace has room. */
  place(): void {
    this.#show(confine(this.#asked, this.#around.area()));
  }

  /** Takes it out of the page. */
  remove(): void {
    this.content.destroy();
    this.section.remove();
  }

  #show(box: Box): void {
    const { style } = this.section;
    const { x, y, width, height } = this.#shown;
    if (box.x !== x) style.left = `${box.x}px`;
    if (box.y !== y) style.top = `${box.y}px`;
    if (box.width !== width) style.width = `${box.width}px`;
    if (box.height !== height) style.height = `${box.height}px`;
    this.#shown = box;
  }

  #listen(): void {
    const { section, header, close, edges } = this.#frame;
    const { hooks, chosen } = this.#around;
    section.addEventListener("pointerdown", () => chosen(this));
    section.addEventListener("focusin", () => chosen(this));
    section.addEventListener("keydown", (event) => this.#pressed(event));
    section.addEventListener("keyup", () => this.#say());
    section.addEventListener("focusout", () => this.#say());
    close.addEventListener("click", () => hooks.closing(this.id));
    onPull(header, (target) => (close.contains(target as Node) ? undefined : this.#move()));
    for (const [handle, edge] of edges) onPull(handle, () => this.#resize(edge));
  }

  /** While it is pulled only its painting moves, which needs no layout. */
  #move(): Gesture {
    const start = this.#shown;
    const { style } = this.section;
    let box = start;
    return {
      move: (dx, dy) => {
        box = confine({ ...start, x: start.x + dx, y: start.y + dy }, this.#around.area());
        style.translate = `${box.x - start.x}px ${box.y - start.y}px`;
      },
      end: (moved) => {
        style.translate = "";
        if (moved) this.#settle(box, "moved");
        this.#say();
      },
      cancel: () => {
        style.translate = "";
      },
    };
  }

  #resize(edge: Edge): Gesture {
    const start = this.#shown;
    return {
      move: (dx, dy) => this.#show(stretch(start, edge, dx, dy, this.#around.area())),
      end: (moved) => {
        if (moved) this.#settle(this.#shown, "resized");
        this.#say();
      },
      cancel: () => this.place(),
    };
  }

  #pressed(event: KeyboardEvent): void {
    const arrow = ARROWS[event.key];
    // Keys in the content and on the buttons are theirs.
    if (arrow === undefined || event.target !== this.section || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const [dx, dy] = arrow;
    const area = this.#around.area();
    const { x, y } = this.#shown;
    if (event.shiftKey) this.#settle(stretch(this.#shown, "se", dx, dy, area), "resized");
    else this.#settle(confine({ ...this.#shown, x: x + dx, y: y + dy }, area), "moved");
  }

  #settle(box: Box, what: "moved" | "resized"): void {
    if (this.#unsaid !== what) this.#say();
    this.#unsaid = what;
    this.#asked = box;
    this.#show(box);
  }

  /** Reports once, however many steps there were. */
  #say(): void {
    const what = this.#unsaid;
    this.#unsaid = undefined;
    const { hooks } = this.#around;
    if (what === "moved") hooks.moved(this.id, this.#asked.x, this.#asked.y);
    if (what === "resized") hooks.resized(this.id, this.#asked);
  }
}
