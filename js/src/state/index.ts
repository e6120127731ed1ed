// All that the state room offers: the entry `vitrine/state` is this and its own start, and so is a part of `.`.

export { StateDocument } from "./document.js";
export { type DocumentScope, type DocumentScopeOptions, documentScope } from "./scope.js";
export type * from "./types.js";
