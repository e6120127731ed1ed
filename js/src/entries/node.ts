// The entry `vitrine/node`: what only Node can do, beside the turns room whose module it uses.

export * from "../node/index.js";
export * from "./turns.js";
