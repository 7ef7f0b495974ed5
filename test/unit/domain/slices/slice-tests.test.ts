import { describe, expect, it } from 'vitest';
import { testSlices } from '../../../../src/domain/slices/slice-tests';
import { permutationMaxT } from '../../../../src/domain/statistics/max-t';
import { numbers, systemsOf } from '../statistics/close';
import { contentTerms } from '../../../../src/domain/questions/content-words';
import {
  differencesToBest,
  type SliceChanges,
  sliceChanges,
  type SliceChangesInput,
} from '../../../../src/domain/slices/cells';
import { sampleSource, sampleValues } from '../../../sample-slices';
import { bootstrapSums, columnsOf } from '../../../../src/domain/statistics/bootstrap';
import { quantile } from '../../../../src/domain/statistics/quantile';
import { Random } from '../../../../src/domain/statistics/random';

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);
const SAMPLING = { seed: 1, resamples: 1999 };

describe('testSlices', () => {
  const noise = numbers(90, 3).map((value) => value - 0.5);
  const thirds = [range(0, 30), range(30, 60), range(60, 90)];
  const odd = [range(0, 90).filter((q) => q % 2 === 0), range(0, 90).filter((q) => q % 2 === 1)];

  it('corrects the omnibus p of each dimension by Holm, and reports slices under those that hold alone', () => {
    const row = noise.map((value, q) => value + (q < 30 ? 0.35 : 0));
    const [first, second] = testSlices([row], [thirds, odd], SAMPLING);
    const alone = [thirds, odd].map((slices) => permutationMaxT([row], slices, SAMPLING));
    expect(first!.p).toBe(alone[0]!.p);
    expect(first!.holm).toBe(2 * alone[0]!.p);
    expect(second!.holm).toBe(Math.max(first!.holm!, alone[1]!.p));
    expect(first!.effects[0]).toMatchObject({ group: 0, row: 0, evidence: 'sure', p: first!.holm });
    expect(second).toMatchObject({ effects: [] });
  });

  it('does not report a slice whose own p is small where the dimension does not hold', () => {
    // As in the sample: one slice of p = .03 by itself, in one of several dimensions.
    const row = noise.map((value, q) => value + (q < 30 ? 0.1 : 0));
    const [alone] = testSlices([row], [thirds], SAMPLING);
    expect(alone!.effects.map(({ group }) => group)).toContain(0);
    const many = testSlices(
      [row],
      [
        thirds,
        ...range(2, 12).map((n) => [range(0, 90).filter((q) => q % n === 0), range(0, 90).filter((q) => q % n > 0)]),
      ],
      SAMPLING,
    );
    expect(many[0]!.p).toBe(alone!.p);
    expect(many[0]!.effects).toEqual([]);
  });

  it('reports the first of two slices alone: each is the complement of the other', () => {
    const row = noise.map((value, q) => value + (q % 2 === 0 ? 0.35 : 0));
    const [test] = testSlices([row], [odd], SAMPLING);
    expect(test!.effects.map(({ group }) => group)).toEqual([0]);
  });

  it('counts the questions of the dimension alone', () => {
    const row = noise.map((value, q) => (q < 60 ? value : value + 100));
    const [test] = testSlices([row], [thirds.slice(0, 2)], SAMPLING);
    expect(test!.p).toBe(permutationMaxT([row.slice(0, 60)], thirds.slice(0, 2), SAMPLING).p);
  });

  it('has no p where nothing can be tested, which does not count as a dimension', () => {
    const row = noise.map((value, q) => value + (q < 30 ? 0.35 : 0));
    const [untested, tested] = testSlices([row], [[[0], [1]], thirds], SAMPLING);
    expect(untested).toEqual({ p: null, holm: null, effects: [] });
    expect(tested!.holm).toBe(tested!.p);
  });
});

const SOURCE = sampleSource();
const [BM25, EMBEDDING] = sampleValues() as [Float64Array, Float64Array];
const NOISE = numbers(BM25.length);
const isChinese = (q: number): boolean => /\p{Script=Han}/u.test(SOURCE.questions[q]!.text) && !isKana(q);
const isKana = (q: number): boolean => /\p{Script=Hiragana}/u.test(SOURCE.questions[q]!.text);

const input = (
  change: (value: number, q: number) => number,
  options: Partial<SliceChangesInput> = {},
): SliceChangesInput => ({
  ...SOURCE,
  systems: [
    { system: 'bm25', valuesBefore: BM25, valuesAfter: BM25.map(change) },
    { system: 'embedding', valuesBefore: EMBEDDING, valuesAfter: EMBEDDING.slice() },
  ],
  seed: 42,
  resamples: 499,
  ...options,
});

const changesOf = (...args: Parameters<typeof input>): SliceChanges => sliceChanges(input(...args), contentTerms)!;
const cell = (changes: SliceChanges, id: string, system = 0) =>
  changes.dimensions.flatMap(({ slices }) => slices).find((slice) => slice.id === id)!.changes[system]!;

describe('sliceChanges', () => {
  const lost = changesOf((value, q) => (isChinese(q) ? value - 0.2 * ((q % 3) + 1) : value));

  it('shows a loss in the slice that has it, and that it depends on the language', () => {
    const loss = cell(lost, 'language:zh');
    const of = [...BM25.keys()].filter(isChinese).map((q) => -0.2 * ((q % 3) + 1));
    expect(loss.mean).toBeCloseTo(of.reduce((sum, value) => sum + value, 0) / of.length, 12);
    expect(loss).toMatchObject({ certainty: 'sure' });
    expect(loss.p).toBeLessThan(0.01);
    expect(loss.ci95![1]).toBeLessThan(0);
    const language = lost.dimensions.find(({ id }) => id === 'language')!;
    expect(language.holm).toBeLessThan(0.05);
    expect(language.findings[0]).toMatchObject({ system: 'bm25', slice: 'language:zh', evidence: 'sure' });
    expect(language.findings[0]!.inside).toBeCloseTo(loss.mean, 12);
  });

  it('does not take a change of all questions for one that depends on a slice', () => {
    const all = changesOf((value, q) => value - 0.1 - 0.05 * NOISE[q]!);
    expect(cell(all, 'language:zh').certainty).toBe('sure');
    expect(cell(all, 'language:en').certainty).toBe('sure');
    expect(all.dimensions.flatMap(({ findings }) => findings)).toEqual([]);
  });

  it('counts the questions that have values of both runs, and leaves out a system that has few', () => {
    const few = new Float64Array(BM25.length).fill(NaN);
    const changes = changesOf((value, q) => (q < 10 ? NaN : value), {
      systems: [
        { system: 'bm25', valuesBefore: BM25, valuesAfter: BM25.map((value, q) => (q < 10 ? NaN : value)) },
        { system: 'gone', valuesBefore: BM25, valuesAfter: few },
      ],
    });
    expect(changes).toMatchObject({ systems: ['bm25'], questions: BM25.length - 10 });
    expect(
      sliceChanges(
        input(() => NaN, { systems: [] }),
        contentTerms,
      ),
    ).toBeNull();
  });
});

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('differencesToBest', () => {
  const rows = systemsOf(3, 24);
  const slices = [range(0, 10), range(10, 24)];
  const found = differencesToBest(rows, 2, slices, { seed: 5, resamples: 499 });

  it('has the mean difference, and its percentile interval over the questions of the slice', () => {
    slices.forEach((slice, s) => {
      const own = rows.map((row) => Float64Array.from(slice, (q) => row[q]!));
      const columns = columnsOf(own);
      const sums = bootstrapSums(columns, 499, 5);
      [0, 1].forEach((system) => {
        const { mean: difference, ci95 } = found[s]![system]!;
        expect(difference).toBeCloseTo(mean(slice.map((q) => rows[system]![q]! - rows[2]![q]!)), 12);
        const resampled = sums[system]!.map((sum, b) => ((sum - sums[2]![b]!) * columns.unit) / slice.length);
        expect(ci95![0]).toBeCloseTo(quantile(resampled, 0.025), 12);
        expect(ci95![1]).toBeCloseTo(quantile(resampled, 0.975), 12);
      });
      expect(found[s]![2]).toEqual({ mean: 0, ci95: null, p: 1, certainty: 'tie' });
    });
  });

  it('has the p of a max-T test over slices and all pairs, as written out', () => {
    const pairs = [
      [0, 1],
      [0, 2],
      [1, 2],
    ] as const;
    const cells = slices.flatMap((slice) =>
      pairs.map(([a, b]) => slice.map((q) => ({ q, d: rows[a]![q]! - rows[b]![q]! }))),
    );
    const statistic = (cell: readonly { q: number; d: number }[], signs: readonly number[]): number =>
      Math.abs(cell.reduce((sum, { q, d }) => sum + signs[q]! * d, 0)) /
      Math.sqrt(cell.reduce((sum, { d }) => sum + d * d, 0));
    const random = new Random(5 ^ 0x5197);
    const words = new Uint32Array(24);
    const largest = range(0, 499).map(() => {
      random.fill(words);
      const signs = Array.from(words, (word) => (word >= 2 ** 31 ? -1 : 1));
      return Math.max(...cells.map((cell) => statistic(cell, signs)));
    });
    const plus = rows[0]!.map(() => 1);
    slices.forEach((_, s) =>
      [0, 1].forEach((system) => {
        const cell = cells[s * 3 + system + 1]!;
        const own = statistic(cell, [...plus]);
        const reached = largest.filter((each) => each >= own - 1e-9).length;
        expect(found[s]![system]!.p).toBe((reached + 1) / 500);
      }),
    );
  });

  it('is sure of a large difference, perhaps of a smaller one, and of a tie else', () => {
    const best = numbers(60, 3).map((value) => 0.5 + value / 2);
    const noise = [4, 5, 6].map((seed) => {
      const values = numbers(60, seed);
      return values.map((value) => (value - mean([...values])) / 3);
    });
    const others = [0.2, 0.028, 0].map((less, i) => best.map((value, q) => value - less + noise[i]![q]!));
    const [cells] = differencesToBest([best, ...others], 0, [range(0, 60)], { seed: 1, resamples: 1999 });
    expect(cells!.map(({ certainty }) => certainty)).toEqual(['tie', 'sure', 'perhaps', 'tie']);
  });
});
