import { describe, expect, it } from 'vitest';
import { resultsJson } from '../../../../src/domain/report/results-json';
import { queryId } from '../../../../src/base/types';
import { report, system, timings, vectorSearch } from './make';

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
