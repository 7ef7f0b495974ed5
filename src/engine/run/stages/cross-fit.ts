import { HitrateError } from '../../../contract/errors';
import { cut } from '../../../domain/fusion/cut';
import { fusePool } from '../../../domain/fusion/fuse';
import { poolOf } from '../../../domain/fusion/pool';
import { settingOf } from '../../../domain/fusion/setting-of';
import { crossFitted } from '../../../domain/lab/trained';
import { foldsOf } from '../../../domain/ltr/folds';
import type { CrossFittedSpec } from '../../../domain/fusion/cross-fitted-spec';
import type { DocId, Qrels, Ranking } from '../../../base/types';
import { pacer } from '../../kernel/pause';
import type { StageContext, Ranked } from '../stage-context';

const NONE: ReadonlyMap<DocId, number> = new Map();

/**
 * Fuses lists by a method that is trained: each question by what the questions of the other folds taught.
 *
 * @param depth where every list is cut, and the result too
 * @param relevance lowest grade that counts as relevant
 * @throws {HitrateError} `spec-invalid` where there are fewer questions than folds
 */
export async function crossFit(
  { queries, tracker, signal }: StageContext,
  lists: readonly Ranked[],
  spec: CrossFittedSpec,
  depth: number,
  { qrels, relevance }: { readonly qrels: Qrels; readonly relevance: number },
): Promise<Ranked> {
  if (queries.length < spec.folds)
    throw new HitrateError('system-folds', { method: spec.method, folds: spec.folds, questions: queries.length });
  tracker.expect('fuse', queries.length);
  const pace = pacer(signal);
  const questions = queries.map(({ id }, i) => ({
    pool: poolOf(lists.map(({ rankings }) => cut(rankings[i]!, depth))),
    grades: qrels.get(id) ?? NONE,
  }));
  await pace();
  const ids = queries.map(({ id }) => id);
  const fusionOf = crossFitted(
    settingOf(spec, lists.length),
    questions,
    foldsOf(ids, spec.folds, spec.seed),
    relevance,
  );
  const milliseconds = new Float64Array(queries.length);
  const rankings: Ranking[] = [];
  for (const [i, { pool }] of questions.entries()) {
    const began = performance.now();
    rankings.push(cut(fusePool(pool, fusionOf(i)), depth));
    const own = performance.now() - began;
    milliseconds[i] = lists.reduce((sum, list) => sum + list.milliseconds[i]!, own);
    await pace();
  }
  tracker.computed('fuse', queries.length);
  tracker.finish('fuse');
  return { rankings, milliseconds, indexMilliseconds: lists.reduce((sum, list) => sum + list.indexMilliseconds, 0) };
}
