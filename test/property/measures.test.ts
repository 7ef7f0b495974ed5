import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstRelevantRank } from '../../src/domain/measures/first-relevant';
import { judgedShare } from '../../src/domain/measures/judged';
import { measureAt, type Measure } from '../../src/domain/measures/parse';
import { measureNames } from '../../src/domain/measures/registry';
import { means, score } from '../../src/domain/measures/score';
import { tieDecides } from '../../src/domain/measures/ties';
import { rank } from '../../src/domain/run/order';
import { docId, queryId, type DocId, type Hit, type Ranking } from '../../src/domain/types';
import { grades, hits, judgments, runs } from './arbitraries';

const ks = [1, 2, 3, 5, 20];
const relevance = fc.integer({ min: 1, max: 3 });
const all: Measure[] = measureNames.flatMap((name) => ks.map((k) => measureAt(name, k)));

describe('measures', () => {
  it('lie between 0 and 1, per question and on average', () => {
    fc.assert(
      fc.property(runs, judgments, relevance, (run, qrels, level) => {
        const perQuery = score(run, qrels, all, { relevance: level });
        const values = [...perQuery.values.values()].flatMap((column) => [...column]);
        if (qrels.size > 0) values.push(...Object.values(means(perQuery)), judgedShare(run, qrels, 3).mean);
        for (const value of values) expect(value >= 0 && value <= 1).toBe(true);
      }),
    );
  });

  it.each(['HitRate', 'MRR', 'Recall'] as const)('%s never falls as k grows', (name) => {
    fc.assert(
      fc.property(runs, judgments, relevance, (run, qrels, level) => {
        const { values } = score(run, qrels, all, { relevance: level });
        const columns = ks.map((k) => values.get(`${name}@${k}`)!);
        for (let i = 1; i < columns.length; i++)
          columns[i]!.forEach((value, q) => expect(value).toBeGreaterThanOrEqual(columns[i - 1]![q]!));
      }),
    );
  });

  it('do not depend on the order in which hits come', () => {
    fc.assert(
      fc.property(runs, judgments, (run, qrels) => {
        const backwards = new Map([...run].map(([query, list]) => [query, [...list].reverse()]));
        expect(score(backwards, qrels, all)).toEqual(score(run, qrels, all));
      }),
    );
  });

  it('agree with the rank of the first relevant document', () => {
    fc.assert(
      fc.property(hits, grades, relevance, fc.constantFrom(...ks), (list, judged, level, k) => {
        const first = firstRelevantRank(list, judged, level);
        const [hitRate, mrr] = valuesOf(list, judged, level, k);
        expect(hitRate).toBe(first !== null && first <= k ? 1 : 0);
        expect(mrr).toBe(first !== null && first <= k ? 1 / first : 0);
      }),
    );
  });
});

function valuesOf(list: Ranking, judged: ReadonlyMap<DocId, number>, level: number, k: number): number[] {
  const query = queryId('q');
  const measures = measureNames.map((name) => measureAt(name, k));
  const { values } = score(new Map([[query, list]]), new Map([[query, judged]]), measures, { relevance: level });
  return [...values.values()].map((column) => column[0]!);
}

/** All orders of a list. */
function orders<T>(list: readonly T[]): T[][] {
  if (list.length === 0) return [[]];
  return list.flatMap((first, i) => orders(list.filter((_, j) => j !== i)).map((rest) => [first, ...rest]));
}

describe('tieDecides', () => {
  it('says what trying every order of equal scores says', () => {
    const ids = ['a', 'b', 'c', 'd', 'e'].map(docId);
    const tied = fc.tuple(...ids.map((id) => fc.integer({ min: 0, max: 2 }).map((score): Hit => ({ id, score }))));
    const judged = fc.tuple(...ids.map((id) => fc.integer({ min: 0, max: 1 }).map((grade) => [id, grade] as const)));
    fc.assert(
      fc.property(tied, judged, fc.integer({ min: 1, max: 6 }), (list, pairs, k) => {
        const byDoc = new Map(pairs);
        const allowed = orders(rank(list)).filter((order) =>
          order.every((hit, i) => i === 0 || order[i - 1]!.score >= hit.score),
        );
        const outcomes = allowed.map((order) => {
          const untied = order.map(({ id }, i) => ({ id, score: -i }));
          return valuesOf(untied, byDoc, 1, k).join();
        });
        expect(tieDecides(list, byDoc, 1, k)).toBe(new Set(outcomes).size > 1);
      }),
      { numRuns: 150 },
    );
  });
});
