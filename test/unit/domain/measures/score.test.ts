import { describe, expect, it } from 'vitest';
import { measureAt } from '../../../../src/domain/measures/parse';
import { mean, means, score } from '../../../../src/domain/measures/score';
import { queryId } from '../../../../src/domain/types';
import { hits, qrelsOf, runOf } from './make';

const hitRate1 = measureAt('HitRate', 1);

describe('score', () => {
  it('gives a value for every judged question, in the order of the judgments', () => {
    const qrels = qrelsOf({ second: { a: 1 }, first: { b: 1 } });
    const { queries, values } = score(runOf({ first: 'b', second: 'x a' }), qrels, [hitRate1, measureAt('MRR', 2)]);
    expect(queries).toEqual(['second', 'first']);
    expect([...values.get('HitRate@1')!]).toEqual([0, 1]);
    expect([...values.get('MRR@2')!]).toEqual([0.5, 1]);
  });

  it('ranks first: hits that come unsorted are scored as if sorted', () => {
    const run = new Map([[queryId('q'), hits({ x: 1, a: 2 })]]);
    expect([...score(run, qrelsOf({ q: { a: 1 } }), [hitRate1]).values.get('HitRate@1')!]).toEqual([1]);
  });

  it('breaks ties by id descending and rejects insertion order', () => {
    const run = new Map([[queryId('q'), hits({ a: 1, b: 1 })]]);
    expect([...score(run, qrelsOf({ q: { b: 1 } }), [hitRate1]).values.get('HitRate@1')!]).toEqual([1]);
    expect([...score(run, qrelsOf({ q: { a: 1 } }), [hitRate1]).values.get('HitRate@1')!]).toEqual([0]);
  });

  it('rejects an average over the questions with results only', () => {
    const perQuery = score(runOf({ q1: 'a' }), qrelsOf({ q1: { a: 1 }, q2: { a: 1 } }), [hitRate1]);
    expect(means(perQuery)).toEqual({ 'HitRate@1': 0.5 });
  });

  it('keeps a question without relevant documents, with 0', () => {
    const perQuery = score(runOf({ q1: 'a', q2: 'a' }), qrelsOf({ q1: { a: 1 }, q2: { a: 0 } }), [
      measureAt('Recall', 1),
    ]);
    expect(means(perQuery)).toEqual({ 'Recall@1': 0.5 });
  });

  it('ignores questions that nobody judged', () => {
    const perQuery = score(runOf({ q1: 'a', other: 'a' }), qrelsOf({ q1: { a: 1 } }), [hitRate1]);
    expect(perQuery.queries).toEqual(['q1']);
  });

  it('takes grade 1 for relevant unless told otherwise', () => {
    const scored = (relevance?: number) =>
      means(
        score(runOf({ q: 'a' }), qrelsOf({ q: { a: 1 } }), [hitRate1], relevance === undefined ? {} : { relevance }),
      );
    expect(scored()).toEqual({ 'HitRate@1': 1 });
    expect(scored(2)).toEqual({ 'HitRate@1': 0 });
  });
});

describe('mean', () => {
  it('is not a number for no values, rather than a number that is not true', () => {
    expect(mean([])).toBeNaN();
  });
});
