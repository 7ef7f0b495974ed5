import { canonicalJson } from '../../src/base/hash';
import { differenceOf, intervalsOfDifference, paired } from '../../src/domain/lab/figure';
import { firstSetting, type LabSetting } from '../../src/domain/fusion/method-settings';
import { type Search, searched, tune, type Tuned } from '../../src/domain/lab/tune';
import { finish } from '../../src/domain/ltr/training';
import { mean } from '../../src/domain/measures/score';
import type { FusionLab } from '../../src/domain/lab/lab';
import type { Interval } from '../../src/domain/statistics/types';
import { type Population, simulatedLab } from './lab';

/** Questions by which the true mean difference of a setting is known, to about .0003. */
const PARTS = 10;
const PART = 20_000;
/** Of seeds that no data set has. */
const FIRST_SEED = 900_001;
const BASELINE = 'list 0';
const SEARCH: Search = { kind: 'grid', varied: ['weights'], draws: 0, seed: 1 };

export type TrueDifference = (setting: LabSetting) => number;

export interface Coverage {
  /** The expected difference of what is tuned on all folds but one, on new questions. */
  readonly truth: number;
  /** Share of intervals that contain it, and their mean width: of the lab, and of the bootstrap over questions. */
  readonly lab: IntervalQuality;
  readonly bootstrap: IntervalQuality;
}

interface IntervalQuality {
  readonly coverage: number;
  readonly width: number;
}

/**
 * Tunes weights on many data sets of a population.
 *
 * The truth is an expectation over data sets, too: for each one and each of its folds, the true mean difference of the
 * setting that was chosen without the fold, averaged. It is computed from settings on a large sample of the population;
 * where no list has a signal it is 0.
 */
export function heldOutCoverage(
  population: Population,
  trueDifference: TrueDifference,
  questions: number,
  seeds: number,
): Coverage {
  const found = Array.from({ length: seeds }, (_, i) => {
    const lab = simulatedLab(population, questions, 1000 * questions + i);
    const tuned = tunedWeights(population, lab);
    const against = lab.baseline(BASELINE, population.measure);
    const { bca, percentile } = intervalsOfDifference(paired(tuned.values, against), lab.resamples);
    return {
      truth: expected(tuned, trueDifference),
      lab: tuned.heldOut.ci95!,
      bootstrap: (bca ?? percentile)!,
    };
  });
  const truth = average(found.map((each) => each.truth));
  return {
    truth,
    lab: qualityOf(
      found.map((each) => each.lab),
      truth,
    ),
    bootstrap: qualityOf(
      found.map((each) => each.bootstrap),
      truth,
    ),
  };
}

const tunedWeights = ({ signal, measure }: Population, lab: FusionLab): Tuned =>
  finish(tune(lab, { base: firstSetting(signal.length), search: SEARCH, measure, baseline: BASELINE }));

const expected = ({ choices, folds }: Tuned, trueDifference: TrueDifference): number =>
  choices.reduce((sum, choice) => sum + choice.folds * trueDifference(choice.setting), 0) / folds;

/** The true mean difference from the baseline by setting of the grid, from large samples. */
export function trueDifferences(population: Population): TrueDifference {
  if (population.signal.every((shift) => shift === 0)) return () => 0;
  const { measure } = population;
  const settings = searched(firstSetting(population.signal.length), SEARCH);
  const sums = settings.map(() => 0);
  for (let part = 0; part < PARTS; part++) {
    const lab = simulatedLab(population, PART, FIRST_SEED + part);
    const against = lab.baseline(BASELINE, measure);
    settings.forEach((setting, i) => (sums[i]! += differenceOf(paired(lab.rounded(setting, measure), against)).mean));
  }
  const known = new Map(settings.map((setting, i) => [canonicalJson(setting), sums[i]! / PARTS]));
  return (setting) => known.get(canonicalJson(setting))!;
}

const qualityOf = (intervals: readonly Interval[], truth: number): IntervalQuality => ({
  coverage: average(intervals.map(([low, high]) => Number(low <= truth && truth <= high))),
  width: average(intervals.map(([low, high]) => high - low)),
});

const average = (values: readonly number[]): number => mean(Float64Array.from(values));
