import { describe, expect, it } from 'vitest';
import { aggregateRanking } from '../../../../src/domain/run/aggregate';
import { AGGREGATES } from '../../../../src/domain/run/aggregate';
import { docId, type Place } from '../../../../src/base/types';

const place = (doc: string, start: number): Place => ({ doc: docId(doc), start, end: start + 10 });
const hit = (score: number) => ({ id: docId('passage'), score });

/** Of document a the second, then the first passage were found; of b one, between them. */
const ranking = [hit(5), hit(4), hit(2), hit(1)];
const places = [place('a', 100), place('b', 0), place('a', 0), place('a', 300)];

const scores = (aggregate: (typeof AGGREGATES)[number]) =>
  aggregateRanking(ranking, places, aggregate).map(({ id, score }) => [id, score]);

describe('a ranking of passages read by document', () => {
  it('has the highest score of each (MaxP)', () =>
    expect(scores('max')).toEqual([
      ['a', 5],
      ['b', 4],
    ]));

  it('has the sum of those that were found (SumP)', () =>
    expect(scores('sum')).toEqual([
      ['a', 8],
      ['b', 4],
    ]));

  it('has the mean of those that were found, which is not the mean of the first', () =>
    expect(scores('mean')).toEqual([
      ['b', 4],
      ['a', 8 / 3],
    ]));

  it('has the score of the one that stands first in the document (FirstP), not of the one that was found first', () =>
    expect(scores('first')).toEqual([
      ['b', 4],
      ['a', 2],
    ]));

  it.each(AGGREGATES)('lists each document once by %s, and orders equal ones as trec_eval does', (aggregate) => {
    const tied = aggregateRanking([hit(1), hit(1)], [place('a', 0), place('b', 0)], aggregate);
    expect(tied.map(({ id }) => id)).toEqual(['b', 'a']);
    expect(aggregateRanking([], [], aggregate)).toEqual([]);
  });
});
