import { describe, expect, it } from 'vitest';
import { measureAt } from '../../../../src/domain/measures/parse';
import { aggregate, highestGrade, mean, means, score } from '../../../../src/domain/measures/score';
import { docId, queryId } from '../../../../src/base/types';
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
    expect(means(perQuery, [hitRate1])).toEqual({ 'HitRate@1': 0.5 });
  });

  it('ignores questions that nobody judged', () => {
    const perQuery = score(runOf({ q1: 'a', other: 'a' }), qrelsOf({ q1: { a: 1 } }), [hitRate1]);
    expect(perQuery.queries).toEqual(['q1']);
  });
});

describe('questions without results', () => {
  const scored = (missing: 'zero' | 'skip') =>
    score(runOf({ q1: 'a', q3: '' }), qrelsOf({ q1: { a: 1 }, q2: { a: 1 }, q3: { a: 1 } }), [hitRate1], { missing });

  it('have 0 or are left out, as the policy says', () => {
    expect([...scored('zero').values.get('HitRate@1')!]).toEqual([1, 0, 0]);
    expect([...scored('skip').values.get('HitRate@1')!]).toEqual([1, NaN, NaN]);
    expect(means(scored('skip'), [hitRate1])).toEqual({ 'HitRate@1': 1 });
  });
});

it('requirements are what recall counts, for the questions that have them', () => {
  const recall = measureAt('Recall', 2);
  const requirements = new Map([[queryId('q1'), [{ docs: [docId('a'), docId('b')] }]]]);
  const qrels = qrelsOf({ q1: { a: 1, b: 1 }, q2: { a: 1, b: 1 } });
  const { values } = score(runOf({ q1: 'a', q2: 'a' }), qrels, [recall], { requirements });
  expect([...values.get('Recall@2')!]).toEqual([1, 0.5]);
});

describe('the highest grade', () => {
  const qrels = qrelsOf({ q1: { a: 1 }, q2: { a: 3, b: -1 } });

  it('is that of all judgments, not that of the question', () => {
    expect(highestGrade(qrels)).toBe(3);
    const { values } = score(runOf({ q1: 'a' }), qrels, [measureAt('ERR', 1)]);
    expect(values.get('ERR@1')![0]).toBe(1 / 8);
  });

  it('is the one given where few of many questions are scored', () => {
    const { values } = score(runOf({ q1: 'a' }), qrels, [measureAt('ERR', 1)], { maxGrade: 4 });
    expect(values.get('ERR@1')![0]).toBe(1 / 16);
  });

  it('is 0 where nothing is judged above 0', () => {
    expect(highestGrade(qrelsOf({ q: { a: 0, b: -1 } }))).toBe(0);
  });
});

describe('aggregate', () => {
  it('is the mean of measures and the sum of counts, over the questions that count', () => {
    expect(aggregate({ name: 'MAP' }, [0.5, NaN, 1])).toBe(0.75);
    expect(aggregate({ name: 'num_ret' }, [3, NaN, 4])).toBe(7);
  });

  it('is the geometric mean of gm_map, which a question with 0 does not make 0', () => {
    expect(aggregate({ name: 'gm_map' }, [1, 0, NaN])).toBeCloseTo(Math.sqrt(1e-5), 15);
  });

  it('is not a number where no question counts, rather than a number that is not true', () => {
    for (const name of ['MAP', 'num_ret', 'gm_map']) expect(aggregate({ name }, [NaN])).toBeNaN();
    expect(mean([])).toBeNaN();
  });

  it('refuses a name that no measure has', () => {
    expect(() => aggregate({ name: 'constructor' }, [1])).toThrow('no measure is called');
  });
});
