// What JSON text weighs, against the limits of a batch.

import { utf8Length } from "#env";

/** The most that one value may weigh, so that an operation with it is a batch that is taken. */
export const MOST = { bytes: 4_000_000, values: 99_000, depth: 56 };

/** Bytes, values (no fewer than there are) and nested arrays and objects of JSON text. */
export function weigh(text: string): { bytes: number; values: number; depth: number } {
  let values = 1;
  let deepest = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x22:
        at = endOfString(text, at);
        break;
      case 0x2c:
        values++;
        break;
      case 0x5b:
      case 0x7b:
        values++;
        depth++;
        if (depth > deepest) deepest = depth;
        break;
      case 0x5d:
      case 0x7d:
        depth--;
    }
  }
  return { bytes: utf8Length(text), values, depth: deepest };
}

/** Where the string ends that begins at `start`. */
function endOfString(text: string, start: number): number {
  let end = start;
  do {
    end = text.indexOf('"', end + 1);
    if (end < 0) return text.length;
  } while (isEscaped(text, end));
  return end;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === "\\") backslashes++;
  return backslashes % 2 === 1;
}
