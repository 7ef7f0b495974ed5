import { boosted, numberShares } from '../../../domain/retrieval/metadata/condition';
import type { BoostSpec } from '../../../domain/retrieval/metadata/metadata-spec';
import type { DocId, Ranking, Qrels } from '../../../base/types';
import { pacer, pacedMap } from '../../kernel/pace';
import { conditionOf } from './filter';
import type { Cut, StageContext, Ranked } from '../stage-context';
import { truncated, fuse, fusePool } from '../../../domain/fusion/fuse';
import type { FusionSpec, CrossFittedSpec } from '../../../domain/fusion/fusion-spec';
import { HitrateError } from '../../../contract/errors';
import { poolOf } from '../../../domain/fusion/pool';
import { settingOf } from '../../../domain/fusion/method-settings';
import { crossFitted } from '../../../domain/lab/trained';
import { foldsOf } from '../../../domain/ltr/folds';

export async function boostAll<Lists extends Ranked>(context: StageContext, lists: Lists, spec: BoostSpec) {
  const { queries, corpus, remarks } = context;
  const shareFor = await sharesOf(context, spec);
  const milliseconds = Float64Array.from(lists.milliseconds);
  const pace = pacer(context.signal);
  let unnamed = 0;
  const rankings = [];
  for (const [i, { text }] of queries.entries()) {
    await pace();
    const began = performance.now();
    const share = shareFor(text);
    if (share === null) unnamed++;
    const of = (doc: DocId): number => share?.(corpus.positions.get(doc) ?? -1) ?? 0;
    rankings.push(boosted(lists.rankings[i]!, spec.weight, of));
    milliseconds[i]! += performance.now() - began;
  }
  if (spec.kind === 'question')
    remarks.push({ code: 'boost-unnamed', data: { field: spec.field, unnamed, questions: queries.length } });
  return { ...lists, rankings, milliseconds };
}

async function sharesOf(
  context: StageContext,
  spec: BoostSpec,
): Promise<(question: string) => ((doc: number) => number) | null> {
  if (spec.kind === 'number') {
    const shares = numberShares(spec.field, context.corpus.docs);
    return () => (doc) => shares[doc]!;
  }
  const { forQuestion } = await conditionOf(context, spec);
  return (question) => {
    const meets = forQuestion(question);
    return meets && ((doc) => (meets(doc) ? 1 : 0));
  };
}

export async function cutList<List extends Ranked>({ signal }: StageContext, list: List, depth: number): Promise<List> {
  return { ...list, rankings: await pacedMap(list.rankings, (ranking) => truncated(ranking, depth), pacer(signal)) };
}

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

async function joinLists(context: StageContext, lists: readonly Ranked[], join: (question: number) => Ranking) {
  const before = (i: number): number => lists.reduce((sum, list) => sum + list.milliseconds[i]!, 0);
  const indexMilliseconds = lists.reduce((sum, list) => sum + list.indexMilliseconds, 0);
  return { ...(await joinEach(context, join, before)), indexMilliseconds };
}

export async function fuseAll(context: StageContext, lists: readonly Ranked[], fusion: FusionSpec, cut: Cut) {
  const cutLists: Ranked[] = [];
  for (const list of lists) cutLists.push(await cutList(context, list, cut.depth));
  context.tracker.expect('fuse', context.queries.length);
  return joinLists(context, lists, (i) => {
    const own = cutLists.map(({ rankings }) => rankings[i]!);
    return truncated(fuse(own, fusion), cut.kept);
  });
}

const NONE: ReadonlyMap<DocId, number> = new Map();

/** @throws {HitrateError} `spec-invalid` where there are fewer questions than folds */
export async function crossFit(
  context: StageContext,
  lists: readonly Ranked[],
  spec: CrossFittedSpec,
  { depth, kept }: Cut,
  { qrels, relevance }: { readonly qrels: Qrels; readonly relevance: number },
): Promise<Ranked> {
  const { queries, tracker, signal } = context;
  if (queries.length < spec.folds)
    throw new HitrateError('system-folds', { method: spec.method, folds: spec.folds, questions: queries.length });
  tracker.expect('fuse', queries.length);
  const questions = queries.map(({ id }, i) => ({
    pool: poolOf(lists.map(({ rankings }) => truncated(rankings[i]!, depth))),
    grades: qrels.get(id) ?? NONE,
  }));
  await pacer(signal)();
  const ids = queries.map(({ id }) => id);
  const folds = foldsOf(ids, spec.folds, spec.seed);
  const fusionOf = crossFitted(settingOf(spec, lists.length), questions, folds, relevance);
  return joinLists(context, lists, (i) => truncated(fusePool(questions[i]!.pool, fusionOf(i)), kept));
}
