import { HitrateError } from '../../../contract/errors';
import { truncated } from '../../../domain/fusion/truncated';
import { fusePool } from '../../../domain/fusion/fuse';
import { poolOf } from '../../../domain/fusion/pool';
import { settingOf } from '../../../domain/fusion/method-settings';
import { crossFitted } from '../../../domain/lab/trained';
import { foldsOf } from '../../../domain/ltr/folds';
import type { CrossFittedSpec } from '../../../domain/fusion/fusion-spec';
import type { DocId, Qrels } from '../../../base/types';
import { pacer } from '../../kernel/pace';
import type { StageContext, Ranked } from '../stage-context';
import { joinLists } from './fuse';

const NONE: ReadonlyMap<DocId, number> = new Map();

/**
 * Fuses lists by a method that is trained: each question by what the questions of the other folds taught.
 *
 * @param depth where every list is cut, and the result too
 * @param relevance lowest grade that counts as relevant
 * @throws {HitrateError} `spec-invalid` where there are fewer questions than folds
 */
export async function crossFit(
  context: StageContext,
  lists: readonly Ranked[],
  spec: CrossFittedSpec,
  depth: number,
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
  return joinLists(context, lists, (i) => truncated(fusePool(questions[i]!.pool, fusionOf(i)), depth));
}
