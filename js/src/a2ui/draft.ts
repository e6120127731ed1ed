// The provisional message of an unfinished line: what the core tells bit by bit, put together.
//
// Each message is a value of its own, which later ones do not change. They share the items that are complete.

type Entries = Record<string, unknown>;

/** What is new of a line: `Patch` in src/a2ui/heal/open.rs. */
export interface Patch {
  /** The message with an empty list; in a line's first patch. */
  head?: Entries;
  /** Complete items. The first of them takes the place of the open one. */
  done?: Entries[];
  /** The item that is open now, and the keys that lead to its text. */
  open?: { item: Entries; path: string[] };
  /** What follows in that text. */
  text?: string;
}

/** The patches of one line. */
export class Draft {
  #head: Entries = {};
  readonly #items: Entries[] = [];
  #open: { item: Entries; path: string[] } | undefined;
  #text = "";

  /** The message of all patches so far. */
  apply({ head, done, open, text }: Patch): Entries {
    if (head) this.#head = head;
    if (done) {
      for (const item of done) this.#items.push(item);
      this.#open = undefined;
      this.#text = "";
    }
    if (open) {
      this.#open = open;
      this.#text = "";
    }
    if (text) this.#text += text;
    return this.#message();
  }

  #message(): Entries {
    const items = this.#open
      ? [...this.#items, replaced(this.#open.item, this.#open.path, 0, this.#text)]
      : this.#items.slice();
    const [kind, payload] = Object.entries(this.#head)[0] as [string, Entries];
    const list = Object.keys(payload).at(-1) as string;
    return { [kind]: { ...payload, [list]: items } };
  }
}

/** The same value with a text where `path` leads; copied only on the way there. */
function replaced(value: Entries, path: string[], at: number, text: string): Entries {
  const key = path[at] as string;
  const inside = at === path.length - 1 ? text : replaced(value[key] as Entries, path, at + 1, text);
  return { ...value, [key]: inside };
}
