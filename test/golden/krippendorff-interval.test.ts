import { describe, expect, it } from 'vitest';
import { alphasOf, SCALES } from '../../src/domain/judging/judges-agreement';
import type { GradeScale } from '../../src/domain/statistics/inter-rater';
import { goldenPath, readJson } from './read';

type Range = readonly [number, number];
interface Golden {
  readonly cases: readonly (Readonly<Record<GradeScale, { alpha: number; questions: Range; passages: Range }>> & {
    readonly questions: readonly (readonly (readonly number[])[])[];
  })[];
}

const { cases } = readJson<Golden>(goldenPath('krippendorff-interval.json'));
/** Of the quantiles of 4,000 resamples: their standard error here is below .004. */
const ERROR = 0.015;

describe.each(cases.map((golden, i) => [i, golden] as const))('intervals of α, case %i', (_, golden) => {
  const found = alphasOf(golden.questions, 3, 4000);

  it.each(SCALES)('%s: are those of a bootstrap over questions', (scale) => {
    expect(found[scale].alpha).toBeCloseTo(golden[scale].alpha, 12);
    found[scale].interval!.forEach((end, i) => {
      expect(Math.abs(end - golden[scale].questions[i]!)).toBeLessThan(ERROR);
    });
  });

  it.each(SCALES)('%s: are not those of a bootstrap over passages, which are too narrow', (scale) => {
    const width = ([low, high]: Range): number => high - low;
    expect(width(golden[scale].passages)).toBeLessThan(0.8 * width(golden[scale].questions));
    const single = alphasOf(
      golden.questions.flatMap((own) => own.map((unit) => [unit])),
      3,
      4000,
    );
    expect(width(single[scale].interval!)).toBeLessThan(0.85 * width(found[scale].interval!));
  });
});
