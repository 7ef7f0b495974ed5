/**
 * Places near to given ones and at least `gap` apart, in the order of the given ones: those with the least sum of
 * squared moves. Of equal places the earlier comes first.
 *
 * With y_i = x_i − i·gap for sorted x this is isotonic regression, solved by pooling adjacent violators (Barlow et al.,
 * Statistical Inference under Order Restrictions, 1972).
 *
 * @param range ends that no place crosses, as far as there is room
 */
export function spread(places: readonly number[], gap: number, [least, most]: readonly [number, number]): number[] {
  const order = places.map((_, i) => i).sort((a, b) => places[a]! - places[b]! || a - b);
  const blocks: { sum: number; count: number }[] = [];
  order.forEach((place, i) => {
    blocks.push({ sum: places[place]! - i * gap, count: 1 });
    while (blocks.length > 1 && meanOf(blocks.at(-2)!) > meanOf(blocks.at(-1)!)) {
      const { sum, count } = blocks.pop()!;
      const before = blocks.at(-1)!;
      before.sum += sum;
      before.count += count;
    }
  });
  const levels = blocks.flatMap((block) => Array.from({ length: block.count }, () => meanOf(block)));
  const last = most - (order.length - 1) * gap;
  const moved = new Array<number>(places.length);
  order.forEach((place, i) => (moved[place] = Math.max(Math.min(levels[i]!, last), least) + i * gap));
  return moved;
}

const meanOf = ({ sum, count }: { readonly sum: number; readonly count: number }): number => sum / count;
