// Growth of times on a machine that others use too: what is held against each other is timed in turns, so that a slow
// moment meets both, and longer where it is not clear.

const ROUNDS = 9;
const MOST_ROUNDS = 45;
/** What takes few milliseconds is timed for so many, however many rounds that is. */
const LEAST_TIME = 4_000;

/** Runs in turns; the least of the milliseconds that each says it took, and how many times `few` is `many`. */
export function growth(few, many, most) {
  const least = { few: Number.POSITIVE_INFINITY, many: Number.POSITIVE_INFINITY };
  let times = Number.POSITIVE_INFINITY;
  const begin = performance.now();
  const mayGoOn = (round) => round <= MOST_ROUNDS || performance.now() - begin < LEAST_TIME;
  for (let round = 1; round <= ROUNDS || (times >= most && mayGoOn(round)); round += 1) {
    least.few = Math.min(least.few, few());
    least.many = Math.min(least.many, many());
    times = least.many / least.few;
  }
  return { times, told: `${least.few} ms, and ${least.many} ms for more: ${times} times, at most ${most}` };
}
