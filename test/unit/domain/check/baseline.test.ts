import { describe, expect, it } from 'vitest';
import { readBaseline } from '../../../../src/domain/check/baseline';
import { resultsJson } from '../../../../src/domain/report/results-json';
import { queryId } from '../../../../src/base/types';

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
