import { describe, expect, it } from 'vitest';
import { measureOf } from '../../../../src/domain/measures/parse';
import { aggregate, score } from '../../../../src/domain/measures/score';
import { qrelsOf, runOf, value } from './make';

const gradesIn = (text: string): Record<string, number> =>
  Object.fromEntries(
    text
      .split(' ')
      .map((each) => each.split('='))
      .map(([id, grade]) => [id!, Number(grade)]),
  );

const log3 = Math.log2(3);
const [GRADED, POOL] = ['a=3 b=2 c=1 zero=0 negative=-1', 'a=1 b=2 m=0 n=0 o=0'];
const FOUR = 'a=1 b=1 c=1 d=1';

type Row = readonly [measure: string, list: string, judgments: string, value: number];

/** Each beside the wrong answer that it rejects, where that is not 0 or 1. */
const VALUES: readonly Row[] = [
  // Over all relevant documents: not over those found, nor over the smaller of k and R.
  ['MAP', 'a x b', 'a=1 b=2 c=1', (1 + 2 / 3) / 3],
  ['MAP@2', 'a x b', 'a=1 b=2 c=1', 1 / 3],
  ['MAPmin@1', 'a b c', 'a=1 b=1 c=1', 1],
  ['MAPmin@4', 'a b c', 'a=1 b=1 c=1', 1],
  ['MAPmin@2', 'a x b', 'a=1 b=1 c=1', 1 / 2],
  ['MAPmin@5', 'x a y b', 'a=1 b=1', 1 / 2],
  // Linear gain, by the ideal of all judgments cut at k, not of what was retrieved.
  ['nDCG', 'c a', GRADED, (1 + 3 / log3) / (3 + 2 / log3 + 1 / 2)],
  ['nDCG@2', 'c x', GRADED, 1 / (3 + 2 / log3)],
  ['nDCG@4', 'negative zero unjudged a', GRADED, 3 / Math.log2(5) / (3 + 2 / log3 + 1 / 2)],
  ['nDCGexp@2', 'b a', 'a=3 b=2 c=1', (3 + 7 / log3) / (7 + 3 / log3)],
  ['nDCGexp', 'x a b', 'a=1 b=1 c=1', (1 / log3 + 1 / 2) / (1 + 1 / log3 + 1 / 2)],
  ['gm_map', 'x a', 'a=1 b=1', 1 / 4],
  ['gm_bpref', 'x a', FOUR, 1 / 4],
  // The highest precision from the recall on, not that at it; levels of documents are rounded to the nearest.
  ['iprec_at_recall_0.00', 'x a b y c', FOUR, 2 / 3],
  ['iprec_at_recall_0.70', 'x a b y c', FOUR, 3 / 5],
  ['iprec_at_recall_1.00', 'x a b y c', FOUR, 0],
  // The example of docs/statistics.md: pytrec_eval has 1/2, and .6273.
  ['iprec_at_recall_0.40', 'a x y b z w v u t c', 'a=1 b=1 c=1', 1],
  ['11pt_avg', 'a x y b z w v u t c', 'a=1 b=1 c=1', (5 + 4 / 2 + 2 * 0.3) / 11],
  ['iprec_at_recall_0.40', 'a x b', FOUR, 2 / 3],
  // Levels up to .6 ask for two of four, .7 and .8 for three, and the rest for all.
  ['11pt_avg', 'x a b y c', FOUR, (7 * (2 / 3) + 2 * (3 / 5)) / 11],
  // By k: not by what was retrieved, nor by what was judged.
  ['P@3', 'a x b y', 'a=1 b=2', 2 / 3],
  ['P@5', 'a b', 'a=1 b=1', 2 / 5],
  ['P@2', 'a unjudged', 'a=1', 1 / 2],
  // By all that is relevant: not by k, nor by the smaller of k and R.
  ['Recall@2', 'a x b y', 'a=1 b=2 c=1 d=0', 1 / 3],
  ['Recall@2', 'a b', 'a=1 b=1 c=1', 2 / 3],
  ['Recall@10', 'a', 'a=1 b=1', 1 / 2],
  ['F1@2', 'a x b y z', 'a=1 b=1 c=1', 2 / 5],
  ['F1@4', 'a', 'a=1', 2 / 5],
  ['RecallCapped@2', 'a x b y', 'a=1 b=2 c=1', 1 / 2],
  ['RecallCapped@4', 'a x b y', 'a=1 b=2 c=1', 2 / 3],
  ['RPrec', 'a x b c', 'a=1 b=1 c=1', 2 / 3],
  ['RPrec', 'a', 'a=1 b=1', 1 / 2],
  ['set_P', 'a x b', 'a=1 b=1', 2 / 3],
  ['set_recall', 'x y a', 'a=1 b=1', 1 / 2],
  ['set_F', 'x y a', 'a=1 b=1', 2 / 5],
  ['set_map', 'x y a', 'a=1 b=1', 1 / 6],
  // Grade 0 is judged, a negative one is not; places that stay empty are neither judged nor holes.
  ['Judged@4', 'a m x minus', 'a=1 m=0 minus=-1', 2 / 4],
  ['Judged@5', 'a', 'a=1', 1 / 5],
  ['Hole@4', 'a m x minus', 'a=1 m=0 minus=-1', 2 / 4],
  ['Hole@5', 'a x', 'a=1', 1 / 5],
  // Negative grades are not counted as judged, as ranx does.
  ['bpref', 'a m b', POOL, 3 / 4],
  ['bpref', 'm n a b', POOL, 0],
  ['bpref', 'x y a', POOL, 1 / 2],
  ['bpref', 'minus a m b', 'a=1 b=1 m=0 n=0 minus=-1', 3 / 4],
  ['bpref', 'm a', 'a=1 b=1 m=0', 0],
  ['bpref(rel=2)', 'a b', 'a=1 b=2', 0],
  ['HitRate@1', 'x a b', 'a=1 b=1', 0],
  ['HitRate@2', 'x a b', 'a=1 b=1', 1],
  ['HitRate(rel=2)@1', 'a', 'a=1', 0],
  // The first relevant rank, from 1, within k: not the mean over all.
  ['MRR@4', 'x a y b', 'a=1 b=3', 1 / 2],
  ['MRR@3', 'x y z a', 'a=1', 0],
  ['MRR', 'x y z a', 'a=1', 1 / 4],
  // Not divided by the best value.
  ['RBP(p=0.5)', 'a x b', 'a=1 b=3', 0.5 * (1 + 0.25)],
  ['RBP(p=0.5)@2', 'a x b', 'a=1 b=1', 0.5],
  ['RBP', 'x a', 'a=1', 0.2 * 0.8],
  // Shares of the highest grade, not grades.
  ['RBPgraded(p=0.5)', 'a b', 'a=1 b=2', 0.5],
  ['RBPgraded(p=0.5,max=4)@1', 'a b', 'a=1 b=2', 0.5 / 4],
  ['RBPgraded(p=0.5,max=1)', 'a minus', 'a=3 minus=-2', 0.5],
  ['RBPresidual(p=0.5)', 'a x m', 'a=1 m=0', 0.5 ** 3 + 0.5 * 0.5],
  ['RBPresidual(p=0.5)@2', 'a x m', 'a=1 m=0', 0.5 ** 2 + 0.5 * 0.5],
  ['RBPresidual(p=0.5)@3', '', 'a=1', 1],
  ['ERR', 'b x a', 'a=2 b=1', 1 / 4 + (3 / 4) * (3 / 4 / 3)],
  ['ERR@2', 'b x a', 'a=2 b=1', 1 / 4],
  ['ERR(max=4)@1', 'a', 'a=2', 3 / 16],
  ['ERR(max=1)', 'a', 'a=9', 1 / 2],
];

describe('measures', () => {
  it.each(VALUES)('%s of “%s”, judged %s, is %d', (measure, list, judgments, expected) => {
    expect(value(measure, list, gradesIn(judgments))).toBeCloseTo(expected, 14);
  });

  it('are 0, not 0 / 0, where nothing is relevant and where nothing was retrieved', () => {
    const names =
      'MAP MAPmin@5 nDCG nDCGexp iprec_at_recall_0.00 P@5 Recall@5 F1@5 RecallCapped@5 RPrec set_P set_recall set_F set_map ' +
      'bpref infAP HitRate@5 MRR@5 RBPgraded ERR';
    for (const name of names.split(' ')) {
      expect(value(name, 'a b', { a: 0, b: -1 }), name).toBe(0);
      expect(value(name, '', { a: 1 }), name).toBe(0);
    }
    expect(value('F1@5', 'x', { a: 1 })).toBe(0);
  });

  it('take the grade from which a document is relevant from their text, then from the options, but for nDCG', () => {
    expect(value('HitRate(rel=1)@1', 'a', { a: 1 }, { relevance: 2 })).toBe(1);
    expect(value('HitRate@1', 'a', { a: 1 }, { relevance: 2 })).toBe(0);
    expect(value('Recall@1', 'a', { a: 2, b: 1 }, { relevance: 2 })).toBe(1);
    const judged = gradesIn(GRADED);
    expect(value('nDCG@2', 'c b', judged, { relevance: 3 })).toBe(value('nDCG@2', 'c b', judged));
  });

  it('of recall count needs where a question has them: any document of a need meets it', () => {
    const judged = gradesIn(FOUR);
    const recall = (k: number, needs: string[]) => value(`Recall@${k}`, 'a x b c', judged, { needs });
    expect([1, 3, 4].map((k) => recall(k, ['a|b', 'c']))).toEqual([1 / 2, 1 / 2, 1]);
    expect([recall(4, ['a', 'd']), recall(4, ['a', '']), recall(1, ['a', 'a|b'])]).toEqual([1 / 2, 1 / 2, 1]);
    expect(value('F1@4', 'a x b', judged, { needs: ['a|b', 'c'] })).toBe(1 / 2);
    expect(value('F1@5', 'x', judged, { needs: ['a'] })).toBe(0);
    expect(value('RecallCapped@1', 'a', judged, { needs: ['a', 'a|b', 'b'] })).toBe(1);
  });

  it('that count tell questions, documents retrieved, relevant, relevant and retrieved, not relevant and retrieved', () => {
    const names = ['num_q', 'num_ret', 'num_rel', 'num_rel_ret', 'num_nonrel_judged_ret'];
    const counts = (ids: string, relevance = 1) =>
      names.map((name) => value(name, ids, gradesIn('a=1 b=2 c=1 m=0 minus=-1'), { relevance }));
    expect(counts('a m b x minus')).toEqual([1, 5, 3, 2, 1]);
    expect(counts('a m b x minus', 2)).toEqual([1, 5, 1, 1, 2]);
    expect(counts('')).toEqual([1, 0, 3, 0, 0]);
  });
});

it.each([
  ['is average precision where the whole pool was judged', 'm a n b', { a: 1, b: 1, m: 0, n: 0 }, 1 / 2],
  // Of the two above b one is pooled and judged, and relevant; the other shares in its precision.
  ['counts a document of grade −1 as pooled and unjudged', 'a p b', { a: 1, b: 1, p: -1 }, 1],
  ['counts a document of grade −100 so, too', 'a p b', { a: 1, b: 1, p: -100 }, 1],
  ['counts documents outside of the pool as not relevant', 'a x b', { a: 1, b: 1 }, (1 + 2 / 3) / 2],
])('infAP %s', (_, list, judgments, expected) => expect(value('infAP', list, judgments)).toBeCloseTo(expected, 4));

it('the RBP residual is 1 for a question without results where those count, and left out where they are skipped', () => {
  const measure = measureOf('RBPresidual(p=0.5)');
  const qrels = qrelsOf({ full: { a: 1 }, empty: { a: 1 } });
  const of = (missing: 'zero' | 'skip') =>
    score(runOf({ full: 'a' }), qrels, [measure], { missing }).values.get(measure.text)!;
  expect([...of('zero')]).toEqual([0.5, 1]);
  expect([aggregate(measure, of('zero')), aggregate(measure, of('skip'))]).toEqual([0.75, 0.5]);
});
