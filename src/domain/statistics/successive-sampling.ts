/**
 * Draws without replacement by size: item i comes at −ln(uᵢ) / sizeᵢ, so that items that join change the order of no
 * others. @returns positions in the order of drawing; items of size 0 are never drawn
 */
export function drawingOrder(sizes: Float64Array, uniforms: Float64Array): number[] {
  const times = sizes.map((size, i) => -Math.log(uniforms[i]!) / size);
  return [...sizes.keys()].filter((i) => sizes[i]! > 0).sort((a, b) => times[a]! - times[b]! || a - b);
}
