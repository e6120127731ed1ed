// Islands: places in the page from which content cannot reach out.

import { mismatch } from "../core/errors.js";
import { describe, elementOf } from "./dom.js";
import { engine } from "./engine.js";
import { sheetOf } from "./sheet.js";

/** What holds in every island. The page's own rules for the host yield to it. */
const STYLE = ":host { display: block; contain: content !important; overflow: clip !important }";

/**
 * Makes `host` an island: a shadow root whose content is laid out, painted and clipped inside of the host, and whose ids
 * and names are not seen by the page. Fill it with `renderHtml`.
 *
 * @param host an element that may have a shadow root and has none, such as a `div`
 * @throws VitrineNotReadyError before `init()`
 * @throws VitrineError `Unsupported` where there is no DOM, `BadRequest` for another host
 */
export function createIsland(host: HTMLElement): ShadowRoot {
  engine().requireReady();
  const { ownerDocument } = elementOf("host", host);
  if (!ownerDocument.defaultView) {
    const found = `${describe(host)} of a document that no window shows; import or adopt it first`;
    throw mismatch("BadRequest", "host", "an element of a document in a window", found);
  }
  const sheet = sheetOf(ownerDocument, STYLE);
  const root = shadowOf(host);
  root.adoptedStyleSheets = [sheet];
  return root;
}

function shadowOf(host: HTMLElement): ShadowRoot {
  try {
    return host.attachShadow({ mode: "open" });
  } catch {
    const expected = "an element that may have a shadow root and has none, such as a new div";
    throw mismatch("BadRequest", "host", expected, describe(host));
  }
}
