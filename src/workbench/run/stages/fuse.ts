import { truncated } from '../../../domain/fusion/truncated';
import { fuse } from '../../../domain/fusion/fuse';
import type { FusionSpec } from '../../../domain/fusion/fusion-spec';
import type { Ranking } from '../../../base/types';
import { pacedMap, pacer } from '../../kernel/pace';
import type { StageContext, Ranked } from '../stage-context';

/** The first passages of a list for every question. */
export async function cutList<List extends Ranked>({ signal }: StageContext, list: List, depth: number): Promise<List> {
  return { ...list, rankings: await pacedMap(list.rankings, (ranking) => truncated(ranking, depth), pacer(signal)) };
}

/** Makes one list of several for each question. @param before milliseconds that the lists of a question took */
export async function joinEach(
  { queries, tracker, signal }: StageContext,
  join: (question: number) => Ranking,
  before: (question: number) => number,
): Promise<Pick<Ranked, 'rankings' | 'milliseconds'>> {
  const pace = pacer(signal);
  const milliseconds = new Float64Array(queries.length);
  const rankings: Ranking[] = [];
  for (let i = 0; i < queries.length; i++) {
    const began = performance.now();
    rankings.push(join(i));
    milliseconds[i] = performance.now() - began + before(i);
    await pace();
  }
  tracker.computed('fuse', queries.length);
  tracker.finish('fuse');
  return { rankings, milliseconds };
}

/** Lists that become one, with the times of all. */
export async function joinLists(
  context: StageContext,
  lists: readonly Ranked[],
  join: (question: number) => Ranking,
): Promise<Ranked> {
  const before = (i: number): number => lists.reduce((sum, list) => sum + list.milliseconds[i]!, 0);
  const indexMilliseconds = lists.reduce((sum, list) => sum + list.indexMilliseconds, 0);
  return { ...(await joinEach(context, join, before)), indexMilliseconds };
}

export async function fuseAll(
  context: StageContext,
  lists: readonly Ranked[],
  fusion: FusionSpec,
  depth: number,
): Promise<Ranked> {
  const cutLists: Ranked[] = [];
  for (const list of lists) cutLists.push(await cutList(context, list, depth));
  context.tracker.expect('fuse', context.queries.length);
  return joinLists(context, lists, (i) => {
    const own = cutLists.map(({ rankings }) => rankings[i]!);
    return truncated(fuse(own, fusion), depth);
  });
}
