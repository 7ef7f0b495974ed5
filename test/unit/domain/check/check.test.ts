import { describe, expect, it } from 'vitest';
import { queryId } from '../../../../src/base/types';
import type { Baseline } from '../../../../src/domain/check/baseline';
import { planCheck } from '../../../../src/domain/check/check';

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
