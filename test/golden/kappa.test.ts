import { describe, expect, it } from 'vitest';
import { cohensKappa } from '../../src/domain/statistics/inter-rater';
import { goldenPath, readJson } from './read';

interface Golden {
  readonly source: string;
  readonly cases: readonly {
    readonly name: string;
    readonly first: readonly number[];
    readonly second: readonly number[];
    readonly classes: number;
    readonly kappa: number;
    readonly linear: number;
    readonly confusion: readonly (readonly number[])[];
  }[];
}

const { cases } = readJson<Golden>(goldenPath('kappa.json'));

describe('agreement is that of scikit-learn', () => {
  it.each(cases.map((each) => [each.name, each] as const))('%s', (_name, golden) => {
    const pairs = golden.first.map((grade, i) => [grade, golden.second[i]!] as const);
    const found = cohensKappa(pairs, golden.classes);
    expect(found.kappa).toBeCloseTo(golden.kappa, 12);
    expect(found.linear).toBeCloseTo(golden.linear, 12);
    expect(found.confusion).toEqual(golden.confusion);
  });

  it('has eleven cases', () => {
    expect(cases).toHaveLength(11);
  });
});
