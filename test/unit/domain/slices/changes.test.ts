import { describe, expect, it } from 'vitest';
import { contentTerms } from '../../../../src/domain/questions/content-words';
import { type SliceChanges, sliceChanges, type SliceChangesInput } from '../../../../src/domain/slices/cells';
import { sampleSource, sampleValues } from '../../../sample-slices';
import { numbers } from '../statistics/close';

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
  resamples: 999,
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

  it('shows none where nothing changed', () => {
    expect(cell(lost, 'language:en')).toMatchObject({ mean: 0, p: 1, certainty: 'tie', ci95: [0, 0] });
    expect(cell(lost, 'language:zh', 1)).toMatchObject({ mean: 0, p: 1, certainty: 'tie' });
  });

  it('does not take a change of all questions for one that depends on a slice', () => {
    const all = changesOf((value, q) => value - 0.1 - 0.05 * NOISE[q]!);
    expect(cell(all, 'language:zh').certainty).toBe('sure');
    expect(cell(all, 'language:en').certainty).toBe('sure');
    expect(all.dimensions.flatMap(({ findings }) => findings)).toEqual([]);
  });

  it('is after − before: a gain is above 0', () => {
    expect(
      cell(
        changesOf((value) => value + 0.05),
        'language:ja',
      ).mean,
    ).toBeCloseTo(0.05, 12);
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

  /** An uncorrected 5 % in each of some twenty cells would find one in most of these. */
  it('hardly ever finds a cell by chance in changes that are noise', () => {
    const trials = 12;
    let found = 0;
    for (let trial = 0; trial < trials; trial++) {
      const noise = numbers(BM25.length, 1000 + 17 * trial);
      const changes = changesOf((value, q) => value + noise[q]! - 0.5, { resamples: 199 });
      const cells = changes.dimensions.flatMap(({ slices }) => slices.flatMap((slice) => slice.changes));
      if (cells.some(({ certainty }) => certainty === 'sure')) found++;
    }
    expect(found).toBeLessThanOrEqual(2);
  });
});
