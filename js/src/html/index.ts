// All that the html room offers: the entry `vitrine/html` is this and its own start, and so is a part of `.`.

export { createIsland } from "./island.js";
export { renderHtml } from "./render.js";
export { sanitizeHtml } from "./sanitize.js";
export type * from "./types.js";
