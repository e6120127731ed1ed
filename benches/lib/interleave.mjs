// Times contestants against each other in one process: round after round, each round in another order, so that heat,
// frequency and neighbours on the machine fall on all of them alike.
import { quantile, summarise } from "./stats.mjs";

const SAMPLE_MS = 20;
const WARM_WINDOW = 7;
const WARM_MAX_MS = 2500;
const WARM_TOLERANCE = 0.04;

/**
 * `keep` makes a small result that is held from start to end: a collection with no object of a shape alive would have the
 * engine forget that shape, and throw away the code compiled for it, before every sample.
 * @param {{name: string, run: () => unknown, keep: () => unknown}[]} contestants
 * @param {number} runs measured rounds
 * @returns {Map<string, {median: number, least: number, spread: number, samples: number}>} milliseconds of one run, by name
 */
export function interleave(contestants, runs) {
  const lanes = contestants.map(({ name, run, keep }) => ({
    name,
    run,
    kept: keep(),
    repeats: warmUp(run),
    samples: [],
  }));
  for (let round = 0; round < runs; round += 1) {
    for (let i = 0; i < lanes.length; i += 1) {
      const lane = lanes[(i + round) % lanes.length];
      lane.samples.push(sample(lane.run, lane.repeats));
    }
  }
  return new Map(lanes.map((lane) => [lane.name, summarise(lane.samples)]));
}

/** Runs until two windows of runs agree; returns how many runs make one sample long enough for the clock. */
function warmUp(run) {
  const started = performance.now();
  let repeats = 1;
  let times = [];
  let before = Number.POSITIVE_INFINITY;
  for (;;) {
    times.push(sample(run, repeats));
    if (times.length < WARM_WINDOW) continue;
    const now = quantile(times, 0.5);
    const enough = Math.max(1, Math.ceil(SAMPLE_MS / now));
    const stable = Math.abs(before - now) <= WARM_TOLERANCE * now && enough <= repeats * 2;
    if (stable || performance.now() - started > WARM_MAX_MS) return enough;
    repeats = enough;
    before = now;
    times = [];
  }
}

function sample(run, repeats) {
  let result = null;
  globalThis.gc?.();
  const start = performance.now();
  for (let i = 0; i < repeats; i += 1) result = run();
  const elapsed = performance.now() - start;
  // A result that is looked at is one that the engine cannot leave out.
  if (result === undefined) throw new Error("a contestant gave no result");
  return elapsed / repeats;
}
