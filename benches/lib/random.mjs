// A generator of random numbers from a seed (xorshift32): quality enough for a corpus, equal everywhere.

export class Random {
  #state;

  /** @param {number} seed a whole number other than 0 */
  constructor(seed) {
    this.#state = seed | 0;
    for (let i = 0; i < 16; i += 1) this.next();
  }

  /** At least 0, below 1. */
  next() {
    let state = this.#state;
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    this.#state = state;
    return (state >>> 0) / 0x1_0000_0000;
  }

  /** A whole number from `low` to `high`, both included. */
  integer(low, high) {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(probability) {
    return this.next() < probability;
  }

  pick(list) {
    return list[this.integer(0, list.length - 1)];
  }
}
