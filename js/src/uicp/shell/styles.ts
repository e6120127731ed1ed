// How windows and their content look.
//
// The custom properties `--vitrine-*` are the page's to set; what is not set follows the system's light or dark.

import { sheetOf } from "../../html/sheet.js";

/** The windows, in the tree that the root is in. */
const SHELL = `
:where(.vitrine-workspace) { position: relative; min-height: 240px }
.vitrine-workspace { overflow: clip; isolation: isolate }
.vitrine-window {
  --v-bg: var(--vitrine-bg, light-dark(#fff, #1a1b20));
  --v-head: var(--vitrine-head, light-dark(#f4f4f8, #212229));
  --v-raised: var(--vitrine-raised, light-dark(#fff, #26272f));
  --v-line: var(--vitrine-line, light-dark(#dcdce4, #34353f));
  --v-line-strong: var(--vitrine-line-strong, light-dark(#8a8a98, #747686));
  --v-text: var(--vitrine-text, light-dark(#1a1a20, #ececf1));
  --v-muted: var(--vitrine-muted, light-dark(#5c5c69, #a5a6b3));
  --v-accent: var(--vitrine-accent, light-dark(#4453d6, #9aa5ff));
  --v-on-accent: var(--vitrine-on-accent, light-dark(#fff, #11131f));
  --v-font: var(--vitrine-font, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif);
  color-scheme: var(--vitrine-color-scheme, light dark);
  box-sizing: border-box;
  position: absolute;
  top: 0;
  left: 0;
  display: flex;
  flex-direction: column;
  margin: 0;
  padding: 0;
  border: 1px solid var(--v-line);
  border-radius: var(--vitrine-radius, 10px);
  background: var(--v-bg);
  box-shadow: 0 1px 3px light-dark(rgb(20 20 40 / 8%), rgb(0 0 0 / 40%)), 0 8px 24px light-dark(rgb(20 20 40 / 8%), rgb(0 0 0 / 32%));
  color: var(--v-text);
  font: 400 14px/1.5 var(--v-font);
  text-align: start;
  contain: layout style;
}
.vitrine-window:focus-within {
  border-color: var(--v-line-strong);
  box-shadow: 0 1px 3px light-dark(rgb(20 20 40 / 10%), rgb(0 0 0 / 40%)), 0 16px 40px light-dark(rgb(20 20 40 / 16%), rgb(0 0 0 / 52%));
}
.vitrine-window:focus-visible, .vitrine-content:focus-visible, .vitrine-close:focus-visible { outline: 2px solid var(--v-accent) }
.vitrine-window:focus-visible { outline-offset: 1px }
.vitrine-content:focus-visible { outline-offset: -2px }
.vitrine-header {
  display: flex;
  flex: none;
  align-items: center;
  gap: 8px;
  height: 36px;
  padding: 0 6px 0 14px;
  border-bottom: 1px solid var(--v-line);
  border-radius: calc(var(--vitrine-radius, 10px) - 1px) calc(var(--vitrine-radius, 10px) - 1px) 0 0;
  background: var(--v-head);
  cursor: grab;
  touch-action: none;
  user-select: none;
  -webkit-user-select: none;
}
.vitrine-header:active { cursor: grabbing }
.vitrine-title {
  flex: 1;
  min-width: 0;
  margin: 0;
  overflow: hidden;
  color: var(--v-muted);
  font: 600 13px/1.4 var(--v-font);
  text-overflow: ellipsis;
  white-space: nowrap;
}
.vitrine-window:focus-within .vitrine-title { color: var(--v-text) }
.vitrine-close {
  position: relative;
  flex: none;
  width: 26px;
  height: 26px;
  margin: 0;
  padding: 0;
  border: 0;
  border-radius: 6px;
  background: none;
  color: var(--v-muted);
  cursor: pointer;
}
.vitrine-close:hover { background: var(--v-line); color: var(--v-text) }
.vitrine-close::before, .vitrine-close::after {
  position: absolute;
  top: 12px;
  left: 7px;
  width: 12px;
  height: 0;
  border-top: 1.5px solid;
  rotate: 45deg;
  content: "";
}
.vitrine-close::after { rotate: -45deg }
.vitrine-content { flex: 1; min-height: 0; border-radius: 0 0 calc(var(--vitrine-radius, 10px) - 1px) calc(var(--vitrine-radius, 10px) - 1px) }
.vitrine-edge { position: absolute; touch-action: none }
.vitrine-edge[data-edge="n"], .vitrine-edge[data-edge="s"] { right: 8px; left: 8px; height: 7px; cursor: ns-resize }
.vitrine-edge[data-edge="e"], .vitrine-edge[data-edge="w"] { top: 8px; bottom: 8px; width: 7px; cursor: ew-resize }
.vitrine-edge:is([data-edge="ne"], [data-edge="nw"], [data-edge="se"], [data-edge="sw"]) { width: 14px; height: 14px }
.vitrine-edge:is([data-edge="nw"], [data-edge="se"]) { cursor: nwse-resize }
.vitrine-edge:is([data-edge="ne"], [data-edge="sw"]) { cursor: nesw-resize }
.vitrine-edge[data-edge^="n"] { top: -4px }
.vitrine-edge[data-edge^="s"] { bottom: -4px }
.vitrine-edge[data-edge$="e"] { right: -4px }
.vitrine-edge[data-edge$="w"] { left: -4px }
`;

/** The content. Its markup comes without styles, so that plain elements look like something; a `style` of its own wins. */
const CONTENT = `
:host {
  display: block !important;
  contain: strict !important;
  isolation: isolate !important;
  overflow: auto !important;
  box-sizing: border-box;
  padding: 14px 16px;
  overflow-wrap: break-word;
  overscroll-behavior: contain;
  scrollbar-color: var(--v-line-strong) transparent;
  scrollbar-width: thin;
}
[hidden] { display: none !important }
*, ::before, ::after { box-sizing: border-box }
:where(h1, h2, h3, h4, h5, h6) { margin: 0 0 .5em; font-weight: 600; line-height: 1.3 }
:where(h1) { font-size: 1.5em }
:where(h2) { font-size: 1.25em }
:where(h3) { font-size: 1.08em }
:where(h4, h5, h6) { font-size: 1em }
:where(p, ul, ol, dl, pre, blockquote, figure, fieldset, table, form, details) { margin: 0 0 .9em }
:where(:host > :last-child, form > :last-child, li > :is(ul, ol)) { margin-bottom: 0 }
:where(ul, ol) { padding-inline-start: 1.5em }
:where(dl) { display: grid; grid-template-columns: auto 1fr; gap: .3em 1em }
:where(dt) { color: var(--v-muted) }
:where(dd) { margin: 0 }
:where(a) { color: var(--v-accent); text-underline-offset: 3px }
:where(hr) { border: 0; border-top: 1px solid var(--v-line); margin: 1em 0 }
:where(code, kbd, pre, samp) { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; font-size: .92em }
:where(pre) { padding: 10px 12px; border-radius: 8px; background: var(--v-head); overflow: auto }
:where(blockquote) { padding-inline-start: 12px; border-inline-start: 3px solid var(--v-line); color: var(--v-muted) }
:where(img, video, svg) { max-width: 100% }
:where(fieldset) { padding: 10px 12px; border: 1px solid var(--v-line); border-radius: 8px }
:where(legend) { padding: 0 6px; color: var(--v-muted); font-size: .93em }
:where(table) { border-collapse: collapse; width: 100% }
:where(th, td) { padding: 6px 10px; border-bottom: 1px solid var(--v-line); text-align: start; vertical-align: top }
:where(th) { color: var(--v-muted); font-size: .93em; font-weight: 600 }
:where(caption) { padding-bottom: 6px; color: var(--v-muted); text-align: start }
:where(progress, meter) { width: 100%; accent-color: var(--v-accent) }
:where(input, textarea, select, button) { max-width: 100%; font: inherit; accent-color: var(--v-accent) }
:where(textarea, select, input:not([type="checkbox"], [type="radio"], [type="range"], [type="color"], [type="button"], [type="submit"], [type="reset"])) {
  padding: 5px 9px;
  border: 1px solid var(--v-line-strong);
  border-radius: 6px;
  background: var(--v-bg);
  color: var(--v-text);
}
:where(textarea) { resize: vertical }
::placeholder { color: var(--v-muted); opacity: 1 }
:where(button, input:is([type="button"], [type="submit"], [type="reset"])) {
  padding: 5px 13px;
  border: 1px solid var(--v-line-strong);
  border-radius: 6px;
  background: var(--v-raised);
  color: var(--v-text);
  font-weight: 500;
  cursor: pointer;
}
:where(button, input:is([type="button"], [type="submit"], [type="reset"])):where(:hover:not(:disabled)) { border-color: var(--v-text) }
:where(form) :where(button:not([type="button"], [type="reset"]), input[type="submit"]) { border-color: var(--v-accent); background: var(--v-accent); color: var(--v-on-accent) }
:where(:disabled) { cursor: default; opacity: .55 }
:where([data-command]) { cursor: pointer }
:where(form[data-command], input[data-command], textarea[data-command]) { cursor: auto }
:where(:focus-visible) { outline: 2px solid var(--v-accent); outline-offset: 1px }
:where(.vitrine-clarifier) { display: grid; gap: 14px; margin: 0 }
:where(.vitrine-clarifier p) { margin: 0 }
:where(.vitrine-clarifier label) { display: grid; gap: 5px; font-weight: 500 }
:where(.vitrine-clarifier :is(input, textarea, select)) { width: 100%; font-weight: 400 }
:where(.vitrine-clarifier .mark) { color: var(--v-muted); font-weight: 400 }
:where(.vitrine-clarifier .actions) { display: flex; flex-wrap: wrap; gap: 8px }
:where(.vitrine-clarifier [role="alert"]:empty) { display: none }
`;

/** The sheet of every island of a document. */
export function contentSheet(document: Document): CSSStyleSheet {
  return sheetOf(document, CONTENT);
}

/** Gives the tree that `root` is in the sheet of the windows, once. */
export function adoptShellSheet(root: HTMLElement): void {
  const tree = root.getRootNode();
  const { ownerDocument } = root;
  const scope = tree instanceof ShadowRoot ? tree : ownerDocument;
  const shell = sheetOf(ownerDocument, SHELL);
  if (!scope.adoptedStyleSheets.includes(shell)) scope.adoptedStyleSheets = [...scope.adoptedStyleSheets, shell];
}
