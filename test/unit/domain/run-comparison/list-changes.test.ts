import { describe, expect, it } from 'vitest';
import { docId, type Ranking } from '../../../../src/base/types';
import { biggestMovers, listChanges, rankBiasedOverlap } from '../../../../src/domain/run-comparison/list-changes';
import { figureChanges, type FigureChangesInput } from '../../../../src/domain/run-comparison/figure-changes';
import { compare } from '../../../../src/domain/statistics/compare';
import { uniform } from '../../../../src/domain/statistics/random';

const list = (text: string): Ranking => [...text].map((id, i) => ({ id: docId(id), score: -i }));

it('says how far lists changed', () => {
  const texts = [
    ['abc', 'abc'],
    ['abc', 'bca'],
    ['abc', 'abx'],
    ['abc', ''],
    ['', ''],
  ] as const;
  const found = listChanges(
    texts.map(([before, after]) => [list(before), list(after)] as const),
    { k: 2 },
  );
  expect(found).toMatchObject({ questions: 5, firstChanged: 2, unchanged: 2 });
  expect([...found.jaccard]).toEqual([1, 1 / 3, 1, 0, 1]);
  expect(found.meanJaccard).toBeCloseTo((3 + 1 / 3) / 5, 12);
  expect(found.meanOverlap).toBeCloseTo([...found.overlap].reduce((sum, each) => sum + each, 0) / 5, 12);
  expect(found.movers.map(({ question }) => question)).toEqual([3, 2, 1]);
  expect(found.movers[0]!.change).toBe(-1);
});

it('names the questions that changed most, either way, and none that did not', () => {
  const movers = biggestMovers(Float64Array.from([0.1, -0.5, 0, 0.5, NaN, -0.2]));
  expect(movers).toEqual([
    { question: 1, change: -0.5 },
    { question: 3, change: 0.5 },
    { question: 5, change: -0.2 },
    { question: 0, change: 0.1 },
  ]);
  expect(biggestMovers(Float64Array.from({ length: 12 }, (_, i) => i)).map(({ question }) => question)).toEqual([
    11, 10, 9, 8, 7, 6, 5, 4, 3, 2,
  ]);
  expect(biggestMovers(new Float64Array(4))).toEqual([]);
});

it('rank-biased overlap refuses a persistence outside 0 to 1', () => {
  for (const p of [0, 1, -1, NaN]) expect(() => rankBiasedOverlap([], [], p)).toThrow(RangeError);
});

const options = { measure: 'nDCG@10', margin: 0.02, seed: 42, resamples: 2000 };

/** Values of n questions, and the same with a shift and noise. */
function made(n: number, shift: number, noise: number, seed = 3): { before: number[]; after: number[] } {
  const random = uniform(seed);
  const before = Array.from({ length: n }, random);
  return { before, after: before.map((value) => value + shift + noise * (random() - 0.5)) };
}

const system = (id: string, { before, after }: { before: readonly number[]; after: readonly number[] }) => ({
  before: id,
  after: id,
  valuesBefore: Float64Array.from(before),
  valuesAfter: Float64Array.from(after),
});

const only = (input: Partial<FigureChangesInput> & Pick<FigureChangesInput, 'systems'>) =>
  figureChanges({ ...options, ...input })[0]!;

describe('what changed from one run to another', () => {
  it('has the difference, interval and p of the comparison of two systems', () => {
    const values = made(60, 0.05, 0.3);
    const found = only({ systems: [system('a', values)] });
    const { pairs } = compare({
      ...options,
      systems: ['after', 'before'],
      values: [Float64Array.from(values.after), Float64Array.from(values.before)],
    });
    const [pair] = pairs;
    expect(found.difference).toBeCloseTo(pair!.meanDifference, 12);
    expect(found.interval).toEqual(pair!.ci95.bca);
    expect(found.p).toBe(pair!.p.randomisation);
    expect(found).toMatchObject({ wins: pair!.wins, ties: pair!.ties, losses: pair!.losses, questions: 60 });
    expect(found.meanAfter - found.meanBefore).toBeCloseTo(found.difference, 12);
  });

  it.each([
    ['better', 0.2, 0.3],
    ['worse', -0.2, 0.3],
    ['equivalent', 0, 0.05],
    ['undecided', 0.02, 0.9],
  ] as const)('says %s', (finding, shift, noise) => {
    expect(only({ systems: [system('a', made(40, shift, noise))] }).finding).toBe(finding);
  });

  it('a difference may be shown, and be smaller than what matters', () => {
    const found = only({ systems: [system('a', made(200, 0.01, 0.04))] });
    expect(found).toMatchObject({ finding: 'better', withinMargin: true });
  });

  it('shows nothing to be within a margin of 0', () => {
    const found = only({ margin: 0, systems: [system('a', made(40, 0, 0.05))] });
    expect(found).toMatchObject({ finding: 'undecided', withinMargin: false, beyondMargin: null });
  });

  it('less is better where it is: differences stay in the unit of the measure', () => {
    const found = only({ measure: 'Hole@10', systems: [system('a', made(40, 0.2, 0.3))] });
    expect(found.finding).toBe('worse');
    expect(found.difference).toBeGreaterThan(0);
    expect(found.losses).toBeGreaterThan(found.wins);
  });

  it('corrects for several systems, and less than Holm where they go together', () => {
    const weak = made(40, 0.06, 0.35, 11);
    const alone = only({ systems: [system('a', weak)] });
    const systems = ['a', 'b', 'c', 'd'].map((id) => system(id, weak));
    expect(figureChanges({ ...options, systems })[0]!.corrected).toBeCloseTo(alone.corrected!, 12);
    const others = [1, 2, 3].map((seed) => system(String(seed), made(40, 0, 0.35, seed)));
    expect(figureChanges({ ...options, systems: [system('a', weak), ...others] })[0]!.corrected).toBeGreaterThan(
      alone.corrected!,
    );
  });

  it('leaves out questions that a run has no value for', () => {
    const found = only({ systems: [system('a', { before: [0.5, NaN, 0.25], after: [0.75, 1, NaN] })] });
    expect(found).toMatchObject({ questions: 1, difference: 0.25, movers: [{ question: 0, change: 0.25 }] });
    const none = only({ systems: [system('a', { before: [NaN], after: [1] })] });
    expect(none).toMatchObject({ questions: 0, p: null, corrected: null, interval: null, finding: 'undecided' });
  });

  it('refuses what it cannot compare', () => {
    expect(() => figureChanges({ ...options, margin: -1, systems: [] })).toThrow(RangeError);
    expect(() => figureChanges({ ...options, measure: 'num_ret', systems: [] })).toThrow(RangeError);
  });
});
