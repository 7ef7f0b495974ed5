import { HitrateError } from '../../../contract/errors';
import { gated, type GateSpec } from '../../../domain/weak-retrieval/gate';
import { signalOf } from '../../../domain/weak-retrieval/signals';
import type { Ranked, StageContext } from '../stage-context';

/**
 * Which questions a gate has reranked.
 *
 * @param before the list that comes to the reranker
 * @throws {HitrateError} `gate-folds` where a gate's share is held out and there are fewer questions than folds
 */
export function openQuestions(
  { queries }: Pick<StageContext, 'queries'>,
  gate: GateSpec,
  before: Ranked,
  retrieved: readonly Ranked[],
): boolean[] {
  if (gate.kind === 'share' && queries.length < gate.folds)
    throw new HitrateError('gate-folds', { folds: gate.folds, questions: queries.length });
  const signals = queries.map((_, i) =>
    signalOf(gate.signal, {
      before: before.rankings[i]!,
      retrieved: retrieved.map(({ rankings }) => rankings[i]!),
    }),
  );
  return gated(
    gate,
    queries.map(({ id }) => id),
    signals,
  );
}
