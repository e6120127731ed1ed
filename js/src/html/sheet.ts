// Constructed style sheets: they work under a policy that allows no inline styles, and trees of one document share them.

const sheets = /* @__PURE__ */ new WeakMap<Document, Record<string, CSSStyleSheet>>();

/** The sheet of `css` for the trees of `document`: parsed once, for all that use it. */
export function sheetOf(document: Document, css: string): CSSStyleSheet {
  const made = sheets.get(document) ?? {};
  sheets.set(document, made);
  if (made[css] === undefined) {
    const { CSSStyleSheet } = document.defaultView ?? globalThis;
    made[css] = new CSSStyleSheet();
    made[css].replaceSync(css);
  }
  return made[css];
}
