// Order statistics: a median and a quartile are not moved by the odd sample that the system interrupted.

/** The value at fraction `q` (0 to 1) of the sorted samples, linear between neighbours. */
export function quantile(samples, q) {
  const sorted = Float64Array.from(samples).sort();
  const at = (sorted.length - 1) * q;
  const low = Math.floor(at);
  const high = Math.ceil(at);
  return sorted[low] + (sorted[high] - sorted[low]) * (at - low);
}

/** Median, least, and spread: half the distance between the quartiles, as a fraction of the median. */
export function summarise(samples) {
  const median = quantile(samples, 0.5);
  return {
    median,
    least: quantile(samples, 0),
    spread: (quantile(samples, 0.75) - quantile(samples, 0.25)) / 2 / median,
    samples: samples.length,
  };
}
