import { expect, it } from 'vitest';
import {
  balancedAccuracy,
  bestRefusal,
  type FirstScores,
  heldOutRefusals,
  refusalsAt,
} from '../../src/domain/no-answer/no-answer';
import { goldenPath, readJson } from './read';

interface Case {
  readonly name: string;
  readonly scores: (number | null)[];
  readonly answerable: boolean[];
  readonly folds: number[];
  readonly byFold: (number | null)[];
  readonly falseAnswers: number;
  readonly falseRefusals: number;
  readonly balanced: number;
  readonly chosen: number | null;
  readonly optimistic: number;
  readonly byAccuracy: number;
}

const { cases } = readJson<{ cases: Case[] }>(goldenPath('no-answer.json'));
const scoresOf = ({ scores }: Case): number[] => scores.map((score) => score ?? -Infinity);
const firstScores = (each: Case): FirstScores => ({
  answerable: scoresOf(each).filter((_, q) => each.answerable[q]),
  unanswerable: scoresOf(each).filter((_, q) => !each.answerable[q]),
});
const heldOut = (each: Case) =>
  heldOutRefusals(scoresOf(each), each.answerable, Int32Array.from(each.folds), { resamples: 99, seed: 1 });

it('refusals equal an independent count, at thresholds that the other folds chose', () => {
  expect(cases).toHaveLength(4);
  for (const each of cases) {
    const found = heldOut(each);
    expect(found.byFold).toEqual(each.byFold);
    expect(found.falseAnswers).toBeCloseTo(each.falseAnswers, 12);
    expect(found.falseRefusals).toBeCloseTo(each.falseRefusals, 12);
    expect(found.balanced).toBeCloseTo(each.balanced, 12);
    expect(bestRefusal(firstScores(each))).toEqual(each.chosen);
    expect(balancedAccuracy(refusalsAt(firstScores(each), each.chosen))).toBeCloseTo(each.optimistic, 12);
  }
});
