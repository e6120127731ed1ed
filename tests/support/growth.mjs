// Growth of times on a machine that others use too: what is held against each other is timed in turns, so that a slow
// moment meets both, and longer where it is not clear.

const ROUNDS = 9;
const MOST_ROUNDS = 45;

/** Runs in turns; the least of the milliseconds that each says it took, and how many times `few` is `many`. */
export function growth(few, many, most) {
  const least = { few: Number.POSITIVE_INFINITY, many: Number.POSITIVE_INFINITY };
  let times = Number.POSITIVE_INFINITY;
  for (let round = 1; round <= ROUNDS || (round <= MOST_ROUNDS && times >= most); round += 1) {
    least.few = Math.min(least.few, few());
    least.many = Math.min(least.many, many());
    times = least.many / least.few;
  }
  return { times, told: `${least.few} ms, and ${least.many} ms for more: ${times} times, at most ${most}` };
}
