import { cut } from '../../../domain/fusion/cut';
import { fuse } from '../../../domain/fusion/fuse';
import type { FusionSpec } from '../../../domain/fusion/fusion-spec';
import type { Ranking } from '../../../base/types';
import { pacedMap } from '../../kernel/paced';
import { pacer } from '../../kernel/pause';
import type { StageContext, Ranked } from '../stage-context';

/** Fuses the lists of several retrievers, question by question; a single list passes through. */
export async function fuseAll(
  environment: StageContext,
  lists: readonly Ranked[],
  fusion: FusionSpec | null,
  depth: number,
): Promise<Ranked> {
  const { queries, tracker, signal } = environment;
  const pace = pacer(signal);
  const cutLists = [];
  for (const { rankings } of lists) cutLists.push(await pacedMap(rankings, (ranking) => cut(ranking, depth), pace));
  if (!fusion) return { ...lists[0]!, rankings: cutLists[0]! };
  tracker.expect('fuse', queries.length);
  const milliseconds = new Float64Array(queries.length);
  const rankings: Ranking[] = [];
  for (let i = 0; i < queries.length; i++) {
    const began = performance.now();
    rankings.push(
      cut(
        fuse(
          cutLists.map((list) => list[i]!),
          fusion,
        ),
        depth,
      ),
    );
    const own = performance.now() - began;
    milliseconds[i] = lists.reduce((sum, list) => sum + list.milliseconds[i]!, own);
    await pace();
  }
  tracker.computed('fuse', queries.length);
  tracker.finish('fuse');
  const indexMilliseconds = lists.reduce((sum, list) => sum + list.indexMilliseconds, 0);
  return { rankings, milliseconds, indexMilliseconds };
}
