/** Of the trapezoidal rule over the logarithm of time, whose integrand is analytic and has a peak about 1 / √n wide. */
const stepOf = (n: number): number => Math.min(0.2, 0.6 / Math.sqrt(n + 1));
/**
 * From when on what was not drawn would have come, but for a chance below 1e-16, even where each of n items comes late: by
 * the density of a gamma distribution with shape n + 1.
 */
const latest = (n: number): number => n + 12 * Math.sqrt(n) + 45;

/**
 * Successive sampling: items are drawn one by one without replacement, each time with chances in proportion to the sizes
 * of those that are left. Item i comes at time −ln(uᵢ) / sizeᵢ, so that a sample of n + 1 items has that of n in it, and
 * items that join change the order of no others.
 *
 * @param uniforms a number above 0 and below 1 for each item, by chance
 * @returns positions in the order of drawing; items of size 0 are never drawn
 */
export function drawingOrder(sizes: Float64Array, uniforms: Float64Array): number[] {
  const times = sizes.map((size, i) => -Math.log(uniforms[i]!) / size);
  return [...sizes.keys()].filter((i) => sizes[i]! > 0).sort((a, b) => times[a]! - times[b]! || a - b);
}

/**
 * What the value of each drawn item counts for in an estimate of the total of all items, Murthy's estimator: the chance
 * to draw this sample when the item is the first, divided by the chance to draw it. The estimate is unbiased for any
 * values; it is the mean of Des Raj's estimates over the orders in which the sample can have been drawn, so that the sum of
 * weights · sizes is the total of the sizes, no estimate is outside the range of value / size · total, and a
 * sample of all items gives the total itself.
 *
 * With z the size of an item, Z of all that were not drawn and u = e^(−Z · time), the chance to have drawn the sample
 * before all others is ∫ Π (1 − u^(z / Z)) du, and without its factor that of the same sample with the item drawn first.
 *
 * Des Raj, “Some estimators in sampling with varying probabilities without replacement”, JASA, 1956; Murthy, “Ordered
 * and unordered estimators in sampling without replacement”, Sankhyā, 1957; the integral: Andreatta and Kaufman,
 * “Estimation of finite population properties when sampling is without replacement and proportional to magnitude”, JASA,
 * 1986.
 *
 * @param sizes of the drawn items
 * @param rest sum of the sizes of all others; 0 where all are drawn
 */
export function murthyWeights(sizes: readonly number[], rest: number): number[] {
  if (!(rest > 0)) return sizes.map(() => 1);
  const count = sizes.length;
  const rates = Float64Array.from(sizes, (size) => size / rest);
  // A common factor keeps the product of many small ones above the smallest number there is.
  const scales = rates.map((rate) => Math.min(1, rate));
  const factors = new Float64Array(count);
  const without = new Float64Array(count);
  const step = stepOf(count);
  let whole = 0;
  for (let y = Math.log(latest(count)); y > -40; y -= step) {
    const time = Math.exp(y);
    let density = Math.exp(y - time);
    for (let i = 0; i < count; i++) density *= factors[i] = -Math.expm1(-rates[i]! * time) / scales[i]!;
    whole += density;
    let added = density / whole;
    for (let i = 0; i < count; i++) {
      const own = density / factors[i]!;
      without[i]! += own;
      added = Math.max(added, own / without[i]!);
    }
    if (y < 0 && added < 1e-17) break;
  }
  return sizes.map((_, i) => without[i]! / whole / scales[i]!);
}
