/** How figures are written into documents: three digits, with what chance could make of them. */

const RESAMPLES = 10_000;

/** 95 % percentile interval of the mean over questions, by the bootstrap: the same every time. */
export function interval(values) {
  const random = seeded(1);
  const means = Float64Array.from({ length: RESAMPLES }, () => {
    let sum = 0;
    for (let i = 0; i < values.length; i++) sum += values[Math.floor(random() * values.length)];
    return sum / values.length;
  }).sort();
  return [means[Math.round(RESAMPLES * 0.025)], means[Math.round(RESAMPLES * 0.975)]];
}

/** Mulberry32. */
function seeded(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export const digits = (value, count = 3) => value.toFixed(count).replace(/^0/, '');
