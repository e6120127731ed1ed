// Links in the content: followed without leaving the page, and the workspace with it.

import { attribute, closest } from "./elements.js";

/** Listens in an island. */
export function listenForLinks(content: ShadowRoot): void {
  content.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? closest(event.target, "a[href]") : null;
    // What a command has taken is not followed.
    if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented) return;
    const href = attribute(link, "href")?.trim() ?? "";
    if (href.startsWith("#")) {
      event.preventDefault();
      const place = content.getElementById(href.slice(1));
      place?.scrollIntoView({ block: "nearest" });
    } else if (link.protocol === "http:" || link.protocol === "https:") {
      event.preventDefault();
      window.open(link.href, "_blank", "noopener,noreferrer");
    }
  });
}
