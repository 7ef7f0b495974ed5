import { uniform } from '../statistics/random';
import { drawingOrder } from '../statistics/successive-sampling';
import { questionKeys } from './add';

/**
 * Queries of a log as questions: drawn one after the other without replacement, each time with chances in proportion to how
 * often those that are left were asked (successive sampling). A larger sample of the same seed begins with the smaller one.
 *
 * @param there keys of questions that are there already, which are not drawn
 * @param asked by query: how often
 */
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
