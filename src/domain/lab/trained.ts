import { trainBayesfuse } from '../fusion/methods/bayesfuse';
import { trainMapfuse } from '../fusion/methods/mapfuse';
import { trainPosfuse } from '../fusion/methods/posfuse';
import { trainProbfuse } from '../fusion/methods/probfuse';
import { trainSegfuse } from '../fusion/methods/segfuse';
import { trainSlidefuse } from '../fusion/methods/slidefuse';
import type { TrainingQuestion } from '../fusion/training';
import type { FusionSpec } from '../fusion/fusion-spec';
import type { LabSetting } from '../fusion/method-settings';
import { normSpec } from '../fusion/norms';

/**
 * Trains the method of a setting.
 *
 * @param relevance lowest grade that counts as relevant
 * @throws {RangeError} without questions, or for a method that is not trained
 */
export function trainedFusion(
  { method, norm, lowest, segments, window }: LabSetting,
  questions: readonly TrainingQuestion[],
  relevance: number,
): FusionSpec {
  switch (method) {
    case 'bayesfuse':
      return { method, logOdds: trainBayesfuse(questions, relevance) };
    case 'mapfuse':
      return { method, precision: trainMapfuse(questions, relevance) };
    case 'posfuse':
      return { method, probabilities: trainPosfuse(questions, relevance) };
    case 'probfuse':
      return { method, probabilities: trainProbfuse(questions, segments, relevance) };
    case 'segfuse':
      return { method, norm: normSpec(norm, lowest), probabilities: trainSegfuse(questions, relevance) };
    case 'slidefuse':
      return { method, window, probabilities: trainSlidefuse(questions, relevance) };
    default:
      throw new RangeError(`“${method}” is not trained`);
  }
}

/**
 * One fusion a fold, trained on the questions of the others, so that no question is fused by what was learned from it.
 *
 * @param folds the fold of each question, from 0
 * @returns which fusion a question gets
 */
export function crossFitted(
  setting: LabSetting,
  questions: readonly TrainingQuestion[],
  folds: Int32Array,
  relevance: number,
): (question: number) => FusionSpec {
  const count = Math.max(...folds) + 1;
  const specs = Array.from({ length: count }, (_, fold) =>
    trainedFusion(
      setting,
      questions.filter((__, q) => folds[q] !== fold),
      relevance,
    ),
  );
  return (question) => specs[folds[question]!]!;
}
