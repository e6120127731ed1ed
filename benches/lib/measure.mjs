// From contestants to the lines of a row.
import { interleave } from "./interleave.mjs";

/** Times all variants in this process. */
export function measure(all, { runs, variants }) {
  return lines(all, interleave(all.map(keyed), runs), variants);
}

/** A contestant under a name that no other variant has. */
export const keyed = (contestant) => ({ ...contestant, name: keyOf(contestant) });

/**
 * The lines of contestants whose times are known; a peer with several variants is represented by its fastest.
 * @param {Map<string, object>} times by the name that `keyed` gives
 */
export function lines(all, times, variants) {
  const lines = all.map(({ name, variant }) => ({ name, variant, ...times.get(keyOf({ name, variant })) }));
  const ours = lines.find((line) => line.name === "ours") ?? null;
  const peers = lines.filter((line) => line !== ours);
  const best = peers.filter((line) => peers.every((other) => other.name !== line.name || other.median >= line.median));
  return { ours, peers: best, all: variants ? peers : best };
}

const keyOf = ({ name, variant }) => `${name}/${variant}`;
