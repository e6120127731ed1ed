/**
 * Waits for what is to come, here or in a page. A machine with much to do takes its time: a fixed wait before looking
 * would be too short on it, and too long on every other.
 * @param {() => unknown} condition may be a promise; what it throws is thrown
 * @param {number} [within] milliseconds
 * @returns whether it came in time
 */
export async function until(condition, within = 20_000) {
  const end = performance.now() + within;
  while (!(await condition())) {
    if (performance.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return true;
}
