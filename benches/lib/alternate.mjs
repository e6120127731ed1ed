// Times contestants that wait (for a disk, for a socket) against each other: one run of each, round after round, each round
// in another order. They are not repeated within a sample, so that a sample is one latency.
import { summarise } from "./stats.mjs";

/**
 * @param {{name: string, run: (round: number) => unknown}[]} contestants
 * @param {number} rounds measured; a tenth more come before, unmeasured
 * @returns {Promise<Map<string, {median: number, least: number, spread: number, samples: number}>>} milliseconds, by name
 */
export async function alternate(contestants, rounds) {
  const samples = new Map(contestants.map(({ name }) => [name, []]));
  const unmeasured = Math.ceil(rounds / 10);
  for (let round = 0; round < rounds + unmeasured; round += 1) {
    for (let i = 0; i < contestants.length; i += 1) {
      const { name, run } = contestants[(i + round) % contestants.length];
      const start = performance.now();
      await run(round);
      const took = performance.now() - start;
      if (round >= unmeasured) samples.get(name).push(took);
    }
  }
  return new Map([...samples].map(([name, times]) => [name, summarise(times)]));
}
