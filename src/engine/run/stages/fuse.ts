import { cut } from '../../../domain/fusion/cut';
import { fuse } from '../../../domain/fusion/fuse';
import type { FusionSpec } from '../../../domain/fusion/fusion-spec';
import type { Ranking } from '../../../base/types';
import { pacedMap } from '../../kernel/paced';
import { pacer } from '../../kernel/pause';
import type { StageContext, Ranked } from '../stage-context';

/** The first passages of a list for every question. */
export async function cutList<List extends Ranked>({ signal }: StageContext, list: List, depth: number): Promise<List> {
  return { ...list, rankings: await pacedMap(list.rankings, (ranking) => cut(ranking, depth), pacer(signal)) };
}

/** Fuses the lists of several retrievers, question by question. */
export async function fuseAll(
  context: StageContext,
  lists: readonly Ranked[],
  fusion: FusionSpec,
  depth: number,
): Promise<Ranked> {
  const { queries, tracker, signal } = context;
  const pace = pacer(signal);
  const cutLists: Ranked[] = [];
  for (const list of lists) cutLists.push(await cutList(context, list, depth));
  tracker.expect('fuse', queries.length);
  const milliseconds = new Float64Array(queries.length);
  const rankings: Ranking[] = [];
  for (let i = 0; i < queries.length; i++) {
    const began = performance.now();
    rankings.push(
      cut(
        fuse(
          cutLists.map((list) => list.rankings[i]!),
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
