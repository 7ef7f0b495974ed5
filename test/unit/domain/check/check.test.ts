import { describe, expect, it } from 'vitest';
import { queryId } from '../../../../src/base/types';
import { type Baseline, readBaseline } from '../../../../src/domain/check/baseline';
import { planCheck } from '../../../../src/domain/check/check';
import { resultsJson } from '../../../../src/domain/report/results-json';
import { lossTests, type LossTestsInput } from '../../../../src/domain/check/loss-tests';
import { compare } from '../../../../src/domain/statistics/compare';
import { uniform } from '../../../../src/domain/statistics/random';

describe('check', () => {
  const hashes = { questionsHash: 'q', judgmentsHash: 'j', corpusHash: 'c' };

  type Values = Readonly<Record<string, number>>;

  const baseline = (systems: Readonly<Record<string, Readonly<Record<string, Values>>>>, changes = {}): Baseline => ({
    systems: Object.entries(systems).map(([id, measures]) => ({
      id,
      perQuery: new Map(
        Object.entries(measures).map(([measure, values]) => [
          measure,
          new Map(Object.entries(values).map(([query, value]) => [queryId(query), value])),
        ]),
      ),
    })),
    ...hashes,
    ...changes,
  });

  const report = (queries: readonly string[], systems: Readonly<Record<string, readonly number[]>>) => ({
    queries: queries.map(queryId),
    systems: Object.entries(systems).map(([id, values]) => ({
      id,
      measures: {},
      perQuery: { MAP: Float64Array.from(values) },
      timings: null,
    })),
  });

  const planned = (...input: Parameters<typeof planCheck>) => {
    const found = planCheck(...input);
    if (!found.ok) throw new Error(found.problems[0]!.code);
    return found.plan;
  };
  const problems = (...input: Parameters<typeof planCheck>) => {
    const found = planCheck(...input);
    return found.ok ? [] : found.problems;
  };

  const before = baseline({ a: { MAP: { x: 0.5, y: 1 } }, old: { MAP: { x: 0, y: 0 } } });
  const now = report(['y', 'x'], { fresh: [0, 0], a: [0.75, 0.25] });

  describe('a check', () => {
    it('aligns values by question and system, in whatever order they stand', () => {
      const plan = planned(before, now, hashes, ['MAP']);
      expect(plan.rows).toEqual([
        { system: 'a', measure: 'MAP', before: Float64Array.of(1, 0.5), now: Float64Array.of(0.75, 0.25) },
      ]);
      expect(plan).toMatchObject({
        queries: ['y', 'x'],
        added: ['fresh'],
        removed: ['old'],
        documentsChanged: false,
        unverified: false,
      });
    });

    it('says what a baseline does not say', () => {
      const older = baseline({ a: { MAP: { x: 0.5, y: 1 } } }, { questionsHash: null, corpusHash: null });
      expect(planned(older, now, hashes, ['MAP'])).toMatchObject({ documentsChanged: null, unverified: true });
      expect(planned(before, now, { ...hashes, corpusHash: 'd' }, ['MAP']).documentsChanged).toBe(true);
    });

    it('is refused where questions or judgments are others', () => {
      const other = problems(before, report(['x', 'z'], { a: [1, 1] }), { ...hashes, questionsHash: 'r' }, ['MAP']);
      expect(other).toEqual([{ code: 'baseline-other-questions', data: { removed: 1, added: 1, named: ['y', 'z'] } }]);
      const codes = (changed: Partial<typeof hashes>) =>
        problems(before, now, { ...hashes, ...changed }, ['MAP']).map(({ code }) => code);
      expect(codes({ questionsHash: 'r' })).toEqual(['baseline-other-texts']);
      expect(codes({ judgmentsHash: 'k' })).toEqual(['baseline-other-judgments']);
      expect(codes({})).toEqual([]);
      // Without hashes, ids alone decide.
      const older = baseline({ a: { MAP: { x: 0.5 } } }, { questionsHash: null, judgmentsHash: null });
      expect(problems(older, now, hashes, ['MAP'])).toMatchObject([{ data: { removed: 0, added: 1, named: ['y'] } }]);
    });

    it('takes a question that was left out of a mean for one of the baseline', () => {
      const skipped = baseline({ a: { MAP: { x: 0.5 } } });
      expect(planned(skipped, now, hashes, ['MAP']).rows[0]!.before).toEqual(Float64Array.of(NaN, 0.5));
      const none = report(['y', 'x'], { a: [0.75, NaN] });
      expect(problems(skipped, none, hashes, ['MAP'])).toEqual([
        { code: 'baseline-no-values', data: { system: 'a', measure: 'MAP' } },
      ]);
    });

    it('is refused where systems or measures are missing', () => {
      const codes = (...input: Parameters<typeof planCheck>) => problems(...input).map(({ code }) => code);
      expect(codes(baseline({ b: {} }), now, hashes, ['MAP'])).toEqual(['baseline-other-systems']);
      expect(codes(before, now, hashes, ['num_ret', 'nDCG@10'])).toEqual([
        'check-measure-not-paired',
        'check-measure-not-run',
      ]);
      expect(codes(baseline({ a: { MRR: { x: 1, y: 1 } } }), now, hashes, ['MAP'])).toEqual(['baseline-lacks-measure']);
    });
  });
});

const report = {
  systems: [
    {
      id: 'bm25',
      measures: { 'nDCG@10': 0.5 },
      perQuery: { 'nDCG@10': Float64Array.of(0.25, NaN, 0.75) },
      timings: null,
    },
  ],
  ks: [10],
  measureTexts: ['nDCG@10'],
  queries: ['q1', 'q2', '__proto__'].map(queryId),
  manifest: { collection: { questionsHash: 'q', judgmentsHash: 'j', corpusHash: 'c' } },
};

const codes = (text: string) => {
  const read = readBaseline(text);
  return read.ok ? [] : read.problems.map(({ code }) => code);
};

describe('a baseline', () => {
  it('is what results.json says', () => {
    const read = readBaseline(resultsJson(report));
    if (!read.ok) throw new Error('refused');
    const { systems, ...hashes } = read.baseline;
    expect(hashes).toEqual({ questionsHash: 'q', judgmentsHash: 'j', corpusHash: 'c' });
    expect(systems.map(({ id }) => id)).toEqual(['bm25']);
    expect([...systems[0]!.perQuery.get('nDCG@10')!]).toEqual([
      ['q1', 0.25],
      ['__proto__', 0.75],
    ]);
  });

  it('of an earlier version has no hashes', () => {
    const read = readBaseline(resultsJson({ ...report, manifest: {} }));
    expect(read).toMatchObject({ baseline: { questionsHash: null, judgmentsHash: null, corpusHash: null } });
  });

  it('is refused with what is wrong', () => {
    expect(codes('')).toEqual(['baseline-no-json']);
    expect(codes('[]')).toEqual(['baseline-field']);
    expect(codes('{"schema":99,"systems":[]}')).toEqual(['baseline-version']);
    expect(codes('{"systems":[]}')).toEqual(['baseline-empty']);
    expect(codes('{"systems":[{"id":"a","perQuery":{}}]}')).toEqual(['baseline-empty']);
    expect(codes('{"systems":[{"id":1,"perQuery":[]}]}')).toEqual(['baseline-field', 'baseline-field']);
    const value = '{"systems":[{"id":"a","perQuery":{"MAP":{"q":"1"},"MRR":[]}}]}';
    expect(readBaseline(value)).toMatchObject({
      problems: [{ data: { path: 'systems.0.perQuery.MAP.q' } }, { data: { path: 'systems.0.perQuery.MRR' } }],
    });
    // Thousands of wrong values are not thousands of sentences.
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`q${i}`, null]));
    expect(codes(JSON.stringify({ systems: [{ id: 'a', perQuery: { MAP: many } }] }))).toHaveLength(3);
  });
});

const options = { margin: null, seed: 42, resamples: 2000 } as const;

function made(n: number, shift: number, noise: number, seed = 3) {
  const random = uniform(seed);
  const before = Float64Array.from({ length: n }, random);
  return { before, now: before.map((value) => value + shift + noise * (random() - 0.5)) };
}

const row = (system: string, values: { before: Float64Array; now: Float64Array }, measure = 'nDCG@10') => ({
  system,
  measure,
  ...values,
});

const only = (input: Pick<LossTestsInput, 'rows'> & Partial<LossTestsInput>) => lossTests({ ...options, ...input })[0]!;

describe('a check', () => {
  it('fails for a loss that is shown, and not for a gain', () => {
    const lost = only({ rows: [row('a', made(60, -0.1, 0.3))] });
    expect(lost).toMatchObject({ failed: true, questions: 60, identical: false });
    expect(lost.difference).toBeCloseTo(-0.1, 1);
    expect(lost.meanNow - lost.meanBefore).toBeCloseTo(lost.difference, 12);
    expect(only({ rows: [row('a', made(60, 0.1, 0.3))] }).failed).toBe(false);
    expect(only({ rows: [row('a', made(60, 0, 0.9, 5))] }).failed).toBe(false);
  });

  it('is one-sided: p is half of the two-sided one, on the side of the loss', () => {
    const values = made(60, -0.04, 0.4);
    const { p, interval } = only({ rows: [row('a', values)], resamples: 8000 });
    const systems = { measure: 'nDCG@10', systems: ['now', 'before'], values: [values.now, values.before] };
    const { pairs } = compare({ ...systems, seed: 1, resamples: 8000 });
    expect(Math.abs(p - pairs[0]!.p.randomisation! / 2)).toBeLessThan(0.01);
    expect(interval![0]).toBeCloseTo(pairs[0]!.ci95.bca![0], 2);
  });

  it('with a margin fails unless a loss of it is ruled out', () => {
    const margin = (n: number, shift: number, noise = 0.3) =>
      only({ rows: [row('a', made(n, shift, noise))], margin: 0.05 });
    expect(margin(100, 0).failed).toBe(false);
    expect(margin(100, -0.05).failed).toBe(true);
    // Nothing is shown, and too little is known.
    expect(margin(8, 0, 0.8).failed).toBe(true);
    // A small loss that is shown is accepted.
    const small = made(400, -0.02, 0.1);
    expect(only({ rows: [row('a', small)] }).failed).toBe(true);
    expect(only({ rows: [row('a', small)], margin: 0.05 }).failed).toBe(false);
  });

  it('corrects over systems and measures without a margin, and not with one', () => {
    const weak = row('a', made(60, -0.036, 0.3, 5));
    const others = [1, 2, 3, 4, 6, 7].map((seed) => row(String(seed), made(60, 0, 0.3, seed), 'MAP'));
    const alone = only({ rows: [weak] });
    const among = only({ rows: [weak, ...others] });
    expect([alone.failed, alone.decisive]).toEqual([true, alone.p]);
    expect(among.p).toBeCloseTo(alone.p, 12);
    expect(among.decisive).toBeGreaterThan(alone.decisive);
    const accepted = lossTests({ ...options, margin: 0.1, rows: [weak, ...others] });
    expect(accepted.map(({ decisive }) => decisive)).toEqual(accepted.map(({ p }) => p));
  });

  it('passes what did not change, whatever the number of questions', () => {
    const before = Float64Array.of(0.5, 1);
    for (const margin of [null, 0.01])
      expect(only({ rows: [row('a', { before, now: before })], margin })).toMatchObject({
        failed: false,
        identical: true,
        detectable: null,
        mostLost: [],
      });
  });

  it('says which loss it would find in four of five cases, at one-sided 5 %', () => {
    const { before, now } = made(60, 0, 0.3);
    const differences = [...now].map((value, q) => value - before[q]!);
    const mean = differences.reduce((sum, each) => sum + each, 0) / 60;
    const deviation = Math.sqrt(differences.reduce((sum, each) => sum + (each - mean) ** 2, 0) / 59);
    // 1.6449 + 0.8416, from tables of the normal distribution.
    expect(only({ rows: [row('a', { before, now })] }).detectable).toBeCloseTo((2.4865 * deviation) / Math.sqrt(60), 5);
  });

  it('knows where less is better', () => {
    const found = only({ rows: [row('a', made(60, 0.1, 0.3), 'Hole@10')] });
    expect(found).toMatchObject({ failed: true });
    expect(found.difference).toBeLessThan(0);
    expect(found.meanNow).toBeGreaterThan(found.meanBefore);
  });

  it('names the questions that lost most, and leaves out those without a value', () => {
    const before = Float64Array.of(0.5, 1, 0.75, NaN, 0.5, 1);
    const now = Float64Array.of(0.75, 0.5, 0.5, 1, NaN, 1);
    const found = only({ rows: [row('a', { before, now })] });
    expect(found).toMatchObject({ questions: 4, wins: 1, ties: 1, losses: 2, meanBefore: 0.8125, meanNow: 0.6875 });
    expect(found.mostLost).toEqual([
      { question: 1, change: -0.5 },
      { question: 2, change: -0.25 },
    ]);
  });

  it('refuses a margin of 0 and a measure that has no better side', () => {
    expect(() => lossTests({ ...options, margin: 0, rows: [] })).toThrow(RangeError);
    expect(() => only({ rows: [row('a', made(5, 0, 1), 'num_ret')] })).toThrow(RangeError);
  });
});
