// Untrusted markup to safe markup.

import { fieldsOf } from "../core/options.js";
import { toMarkup } from "./core.js";
import { choose } from "./options.js";
import type { Removed, SanitizeOptions } from "./types.js";

/**
 * Untrusted markup as markup that holds nothing but what the policy names (docs/html.md), and everything that was
 * taken away. Read by a browser in the same context, it gives the tree that was judged: there is nothing to mutate.
 *
 * @param html at most 4 MiB of UTF-8
 * @throws VitrineNotReadyError before `init()`
 * @throws VitrineError `BadRequest` for what is no string or an option that does not exist, `Unprocessable` over the limit
 * @example
 * sanitizeHtml('<p onclick="x()">Hi</p>').html; // '<p>Hi</p>'
 */
export function sanitizeHtml(html: string, options: SanitizeOptions = {}): { html: string; removed: Removed[] } {
  return toMarkup(html, choose(fieldsOf(options, "options")));
}
