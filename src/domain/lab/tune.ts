import { tally } from '../../base/containers';
import { mean } from '../measures/score';
import { Choices, objectiveOf, heldOutChoice, SPLITS } from './choices';
import { figureOf } from './figure';
import { randomSettings, settingsGrid, type Varied } from './grid';
import { mapSteps } from '../ltr/training';
import type { FusionLab } from './lab';
import type { LabStep } from './map';
import type { LabSetting } from '../fusion/method-settings';

/** 5,000 settings for 1,000 questions take a minute. */
export const MAX_SETTINGS = 5000;

export interface Search {
  readonly kind: 'grid' | 'random';
  readonly varied: readonly Varied[];
  readonly draws: number;
  readonly seed: number;
}

export interface TuneRequest {
  readonly base: LabSetting;
  readonly search: Search;
  readonly measure: string;
  readonly baseline: string;
}

export type Tuned = ReturnType<typeof tune> extends Generator<unknown, infer Found> ? Found : never;

export function searched(base: LabSetting, { kind, varied, draws, seed }: Search): LabSetting[] {
  return kind === 'grid' ? settingsGrid(base, varied) : randomSettings(base, varied, draws, seed);
}

/**
 * The setting with the best mean, held out by folds; none is fitted, so each is scored once for all folds. @throws
 * {RangeError} for too few questions, nothing to vary, too many settings, or a measure without a better end
 */
export function* tune(lab: FusionLab, { base, search, measure, baseline }: TuneRequest) {
  const better = objectiveOf(measure);
  const { folds } = lab;
  const settings = searched(base, search);
  if (settings.length < 2) throw new RangeError('there is one setting alone: let something vary');
  if (settings.length > MAX_SETTINGS)
    throw new RangeError(`${settings.length} settings are more than ${MAX_SETTINGS}: vary less, or draw at random`);
  const choices = new Choices(folds, better);
  const of = settings.length + SPLITS;
  for (const setting of settings) {
    choices.add(lab.rounded(setting, measure));
    yield { done: choices.rows.length, of };
  }
  const against = lab.baseline(baseline, measure);
  const step = (split: number): LabStep => ({ done: settings.length + split, of });
  const { figure, values, chosen } = yield* mapSteps(heldOutChoice(lab, choices, against), step);
  const best = choices.best();
  return {
    measure,
    baseline: { system: baseline, mean: mean(against) },
    settings: settings.length,
    folds: chosen.length,
    /** Each question measured by the setting that was chosen without it. */
    heldOut: figure,
    optimistic: figureOf(choices.rows[best]!, against, lab.resamples),
    /** What was chosen without each fold, the most frequent first. */
    choices: counted(chosen).map(([candidate, count]) => ({ setting: settings[candidate]!, folds: count })),
    chosen: settings[best]!,
    equal: choices.equalToBest(),
    values,
  };
}

const counted = (chosen: readonly number[]) => [...tally(chosen)].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
