// What the html room takes and gives.

/** Something that was taken away. */
export interface Removed {
  /** The kind of thing; `limit` is what a limit took. */
  what: "element" | "attribute" | "url" | "css" | "limit";
  /** The name of the element, attribute or CSS property; `#comment` for comments. */
  name: string;
  /** Why, in a few words for people. */
  reason: string;
  /** The path of child indices to the node in the tree of the input, `/0/2`. */
  pointer: string;
}

/** What may be chosen. */
export interface SanitizeOptions {
  /** The element that the markup is meant for: `tbody` takes rows, `template` any part of a table. For a string `div`; for a target the target's own. */
  context?: string;
  /**
   * Whose images, sounds and films may be fetched: the page's own origin's (the default), everyone's, or also those of
   * these origins (`https://img.example`). `data:` pictures always pass.
   */
  images?: "same-origin" | "remote" | string[];
  /** Whether graphics pass; they do without it. */
  svg?: boolean;
  /**
   * Whether `id` and `name` are held against the properties of window, document and forms, which they could hide.
   * `deny` for strings and for targets in the page's own tree, `allow` in a shadow root, where they hide nothing.
   */
  clobbering?: "deny" | "allow";
}

/** What may be chosen when markup goes to a place in the page. */
export interface RenderOptions extends SanitizeOptions {
  /** `set` (the default): it is all that the target holds; `append`: after that; `replace`: instead of the target. */
  mode?: "set" | "append" | "replace";
}
