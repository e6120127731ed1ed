// All that the a2ui room offers, as the namespace `a2ui`.

export type * from "./types.js";
