import type { NoAnswerResult } from '../../contract/result';
import type { ExperimentSpec } from '../../domain/experiment/experiment';
import { DEFAULT_RESAMPLES, DEFAULT_SEED } from '../../domain/statistics/defaults';
import type { Query } from '../../base/types';
import { isHeldOut } from './parts';
import { Runners } from './runners';
import type { Session } from './session';

/**
 * Asks the systems of a run the questions without an answer, and reads how well their first scores tell these from the
 * others. A system that learns from the questions of the run has nothing held out for them, and is left out.
 *
 * @param answerable first scores of the questions that count, by system
 * @returns null where there is no such question
 */
export async function noAnswerOf(
  session: Session,
  spec: ExperimentSpec,
  unanswerable: readonly Query[],
  answerable: ReadonlyMap<string, Float64Array>,
): Promise<NoAnswerResult | null> {
  if (unanswerable.length === 0) return null;
  const asking = session.asking(unanswerable);
  const ks = [Math.max(...spec.ks)];
  const runners = new Runners(asking, { ...spec, ks }, { queries: unanswerable, judgments: [] });
  const systems = [];
  for (const system of spec.systems) {
    if (isHeldOut(system)) continue;
    const { byK } = await runners.run(system);
    const scores = Float64Array.from(byK.get(ks[0]!)!.rankings, ([first]) => first?.score ?? -Infinity);
    systems.push({ id: system.id, answerable: answerable.get(system.id)!, unanswerable: scores });
  }
  const questions = unanswerable.map(({ id }) => id);
  const report = await session.ports.statistics.with().noAnswer({
    answerable: session.queries.map(({ id }) => id),
    unanswerable: questions,
    systems,
    seed: DEFAULT_SEED,
    resamples: DEFAULT_RESAMPLES,
  });
  return { ...report, questions };
}
