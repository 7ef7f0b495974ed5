import type { FusionSpec } from '../fusion/fusion-spec';
import type { LabSetting } from '../fusion/method-settings';
import { normSpec, type TrainingQuestion } from '../fusion/method';
import { FUSIONS } from '../fusion/registry';

export function trainedFusion(setting: LabSetting, questions: readonly TrainingQuestion[], relevance: number) {
  const method = FUSIONS[setting.method];
  if (method.reads !== 'trained') throw new RangeError(`“${setting.method}” is not trained`);
  // Each method takes the options that are its own.
  const options = { ...setting, norm: normSpec(setting.norm, setting.lowest) } as never;
  return { method: setting.method, ...method.train(questions, options, relevance) } as FusionSpec;
}

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
