// What a page does that gets the typed JSON ready-made from a server: parse it.
import { DECODERS } from "#platform";

/** @param {object[]} turns @param {number} kept how many of them `keep` parses */
export function variants(turns, kept) {
  const text = JSON.stringify(turns);
  const some = JSON.stringify(turns.slice(0, kept));
  const bytes = new TextEncoder().encode(text);
  const keep = () => JSON.parse(some);
  const parsers = Object.entries(DECODERS).map(([variant, create]) => {
    const decode = create();
    return { name: "json-parse", variant, run: () => JSON.parse(decode(bytes)), keep };
  });
  return [...parsers, { name: "json-ready", variant: "", run: () => JSON.parse(text), keep }];
}
