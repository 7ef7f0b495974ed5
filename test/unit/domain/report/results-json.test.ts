import { describe, expect, it } from 'vitest';
import { queryId } from '../../../../src/base/types';
import { type ComparisonJson, resultsJson } from '../../../../src/domain/report/results-json';
import { comparison, pair } from './compared';
import { report, system, timings, vectorSearch } from './make';

it('lists every pair of every measure, with the fields that are promised', () => {
  const pairs = [pair('a', 'b', 0.1, 0.04), pair('a', 'c', 0.2, null)];
  const comparisons = [comparison('MAP', ['a', 'b', 'c'], pairs), comparison('P@1', ['a', 'b'], [pairs[0]!])];
  const file = JSON.parse(resultsJson({ ...report([]), comparisons })) as { comparisons: ComparisonJson[] };
  const found = file.comparisons;
  expect(found.map(({ measure, a, b }) => `${measure} ${a} ${b}`)).toEqual(['MAP a b', 'MAP a c', 'P@1 a b']);
  expect(found[0]).toEqual({
    measure: 'MAP',
    a: 'a',
    b: 'b',
    questions: 60,
    meanDifference: 0.1,
    ci95: { percentile: [-0.5, 0.5], bca: [-0.25, 0.5] },
    p: { t: 0.5, randomisation: 0.25, wilcoxon: 0.125 },
    holm: 0.04,
    bh: 0.3,
    tukey: 0.9,
    dz: 0.1,
    wins: 3,
    ties: 2,
    losses: 1,
    deviation: 0.1,
    exact: false,
    seed: 42,
    resamples: 10_000,
  });
  expect(found[1]!.holm).toBeNull();
});

describe('resultsJson', () => {
  it('holds means, the value of every question by its id, times and the manifest', () => {
    expect(JSON.parse(resultsJson(report([system('bm25', { 'HitRate@1': 0.5 })])))).toEqual({
      schema: 1,
      systems: [{ id: 'bm25', measures: { 'HitRate@1': 0.5 }, perQuery: { 'HitRate@1': { q1: 1, q2: 0 } }, timings }],
      manifest: { app: '0.1.0' },
    });
  });

  it('holds what a search of vectors costs and loses, where it is not exact', () => {
    const made = resultsJson(report([{ ...system('int8', {}), vectorSearch: [vectorSearch] }]));
    expect(JSON.parse(made)).toMatchObject({ systems: [{ vectorSearch: [vectorSearch] }] });
    expect(resultsJson(report([system('exact', {})]))).not.toContain('vectorSearch');
  });

  it('leaves a question out that is left out of the mean', () => {
    const one = { ...system('s', { MAP: 1 }), perQuery: { MAP: Float64Array.of(1, NaN) } };
    expect(JSON.parse(resultsJson(report([one])))).toMatchObject({ systems: [{ perQuery: { MAP: { q1: 1 } } }] });
    expect(resultsJson(report([one]))).not.toContain('q2');
  });

  it('keeps all digits', () => {
    expect(resultsJson(report([system('s', { 'MRR@3': 1 / 3 })]))).toContain('"MRR@3":0.3333333333333333');
  });

  it('keeps questions whose ids mean something to JavaScript', () => {
    const odd = { ...report([system('s', { 'P@1': 0.5 })]), queries: [queryId('__proto__'), queryId('constructor')] };
    expect(resultsJson(odd)).toContain('"P@1":{"__proto__":1,"constructor":0}');
  });
});
