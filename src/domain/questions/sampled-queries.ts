import { uniform } from '../statistics/random';
import { drawingOrder } from '../statistics/successive-sampling';
import { questionKeys } from './add';

/** Draws without replacement by frequency (successive sampling): a larger sample begins with a smaller one. */
export function sampledQueries(
  { queries, asked }: { readonly queries: readonly string[]; readonly asked: Int32Array },
  there: ReadonlySet<string>,
  { count, seed }: { readonly count: number; readonly seed: number },
): string[] {
  const random = uniform(seed);
  const uniforms = Float64Array.from(asked, () => 1 - random());
  const keys = questionKeys(queries);
  const sizes = Float64Array.from(asked, (times, i) => (there.has(keys[i]!) ? 0 : times));
  return drawingOrder(sizes, uniforms)
    .slice(0, count)
    .map((i) => queries[i]!);
}
