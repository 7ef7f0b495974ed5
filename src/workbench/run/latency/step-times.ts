import type { ExperimentSpec } from '../../../domain/experiment/experiment';
import { partsOf, type SystemSpec } from '../../../domain/experiment/parts';
import type { GroundTruth } from '../ground-truth';
import { RUNNING_PARTS } from '../parts';
import type { Ranked, StageContext } from '../stage-context';
import type { SystemRun } from '../stages/system';
import { WARM_UP } from './protocol';
import type { QuestionTimes } from './search-times';

/** A system as it was run for all questions. */
export interface TimedSystem {
  readonly system: SystemSpec;
  readonly run: SystemRun;
  readonly context: StageContext;
  readonly truth: GroundTruth;
}

/**
 * Times of all parts between the retrievers and the end, the reranker aside: fusion and boost anew, one question after
 * the other; those of a run of what learns from all questions and works on one at a time anyway.
 *
 * @param alone with the questions that are timed, in this order @param places of them among all
 */
export async function timeSteps(
  { system, run, truth }: TimedSystem,
  spec: ExperimentSpec,
  depth: number,
  alone: StageContext,
  places: readonly number[],
): Promise<QuestionTimes> {
  const sum = new Float64Array(places.length);
  for (const { key, entry, spec: part } of partsOf(RUNNING_PARTS, system)) {
    const step = run.steps.find((each) => each.part === key);
    if (!step || !entry.run || key === 'rerank') continue;
    let times: QuestionTimes = Float64Array.from(places, (place) => step.milliseconds[place]!);
    for (let pass = 0; entry.isPerQuestion && pass <= WARM_UP.passes; pass++) {
      const lists = step.before.map((list) => ofPlaces(list, places));
      const asked = { context: alone, spec, truth, system, depth };
      times = (await entry.run(part, lists, asked)).milliseconds;
    }
    times.forEach((time, i) => (sum[i]! += time));
  }
  return sum;
}

const ofPlaces = ({ rankings }: Ranked, places: readonly number[]): Ranked => ({
  rankings: places.map((place) => rankings[place]!),
  milliseconds: new Float64Array(places.length),
  indexMilliseconds: 0,
});
