// Constructed style sheets: they work under a policy that allows no inline styles, and trees of one document share them.

import { VitrineError } from "../core/errors.js";

const sheets = /* @__PURE__ */ new WeakMap<Document, Record<string, CSSStyleSheet>>();

/**
 * The sheet of `css` for the trees of `document`: parsed once, for all that use it.
 *
 * @throws VitrineError `Unsupported` where none can be constructed
 */
export function sheetOf(document: Document, css: string): CSSStyleSheet {
  const made = sheets.get(document) ?? {};
  sheets.set(document, made);
  if (made[css] === undefined) {
    const { CSSStyleSheet } = document.defaultView ?? globalThis;
    // Where there are none of the kind, as in jsdom, a tree could not be held apart from the page.
    if (!("adoptedStyleSheets" in document))
      throw new VitrineError(
        "Unsupported",
        "No tree can adopt a style sheet here; use a browser, such as a headless one",
      );
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    made[css] = sheet;
  }
  return made[css];
}
