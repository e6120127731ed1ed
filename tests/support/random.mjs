// What is drawn is the same at every run and everywhere. No imports, because Chromium runs this as well as Node.

/** Numbers drawn from a seed: mulberry32. */
export function randomOf(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (n) => Math.floor(next() * n);
  return { next, below, chance: (share) => next() < share, pick: (list) => list[below(list.length)] };
}
