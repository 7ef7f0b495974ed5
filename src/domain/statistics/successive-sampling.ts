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
