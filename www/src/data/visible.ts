// Names that others chose, as they are.

/** What shows nothing, or turns around what comes after it. Not the joiners, which scripts and emoji need. */
const HIDDEN = /[\p{Cc}\p{Bidi_Control}\u200b\u2028\u2029\u2060-\u2065\ufeff]/gu;

/** A name in which what is hidden shows as its number, so that it cannot look like another one. */
export function visible(name: string): string {
  return name.replace(HIDDEN, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
