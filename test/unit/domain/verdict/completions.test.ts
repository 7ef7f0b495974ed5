import { describe, expect, it } from 'vitest';
import { docId, type DocId } from '../../../../src/base/types';
import { isJudged, judgeRanked } from '../../../../src/domain/measures/judge';
import { measureOf } from '../../../../src/domain/measures/parse';
import { definitionOf } from '../../../../src/domain/measures/registry';
import { argumentsOf } from '../../../../src/domain/measures/score';
import { favouredAdvantage, highestAdvantage, type JudgedList } from '../../../../src/domain/verdict/completions';
import { Random } from '../../../../src/domain/statistics/random';

const valueOf = (text: string) => {
  const measure = measureOf(text);
  const at = argumentsOf(measure, { maxGrade: 2 });
  return (ranking: Parameters<ReturnType<typeof definitionOf>['compute']>[0]) =>
    definitionOf(measure).compute(ranking, at);
};

const list = (text: string, judged: Readonly<Record<string, number>>): JudgedList => ({
  ids: text.split(' ').map(docId),
  judged: new Map(Object.entries(judged).map(([id, grade]) => [docId(id), grade])),
  needs: undefined,
});

/** All completions with one grade, one after the other. */
function literally(rival: JudgedList, other: JudgedList, grade: number, value: ReturnType<typeof valueOf>): number {
  const open = [...new Set([...rival.ids, ...other.ids])].filter((id) => !isJudged(rival.judged.get(id)));
  let highest = -Infinity;
  for (let choice = 0; choice < 2 ** open.length; choice++) {
    const judged = new Map<DocId, number>(rival.judged);
    open.forEach((id, i) => judged.set(id, (choice >> i) & 1 ? grade : 0));
    const of = ({ ids }: JudgedList): number => value(judgeRanked(ids, judged));
    highest = Math.max(highest, of(rival) - of(other));
  }
  return highest;
}

describe('highestAdvantage', () => {
  it('gives a passage of both lists one grade', () => {
    const rival = list('x y', {});
    // Both find both: only their order differs, of which the first rank counts.
    expect(highestAdvantage(rival, list('y x', {}), 1, valueOf('P@2'))).toBe(0);
    expect(highestAdvantage(rival, list('y x', {}), 1, valueOf('MRR@2'))).toBe(0.5);
  });

  it('takes a negative grade for unjudged', () => {
    expect(highestAdvantage(list('x', { x: -1 }), list('y', { y: 0 }), 1, valueOf('P@1'))).toBe(1);
  });

  it('counts a passage that becomes relevant as one need more', () => {
    const needs = [{ docs: [docId('a')] }];
    const [rival, other] = [
      { ...list('x y', { a: 1 }), needs },
      { ...list('a z', { a: 1 }), needs },
    ];
    // Two needs more, both met by the rival: 2 of 3 against 1 of 3.
    expect(highestAdvantage(rival, other, 1, valueOf('Recall@2'))).toBeCloseTo(1 / 3, 12);
  });

  it.each(['nDCG@4', 'nDCG@2', 'nDCGexp@4', 'P@4', 'Recall@4', 'HitRate@3', 'MRR@4', 'RBP@4'])(
    'is the highest of all completions by %s',
    (text) => {
      const random = new Random(7);
      const words = new Uint32Array(16);
      for (let round = 0; round < 150; round++) {
        random.fill(words);
        const at = (i: number, below: number): number => words[i]! % below;
        const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
        const pick = (from: number): string =>
          ids
            .map((id, i) => [id, (words[from]! >>> (3 * i)) & 7] as const)
            .sort((x, y) => x[1] - y[1])
            .slice(0, 4)
            .map(([id]) => id)
            .join(' ');
        const judged = Object.fromEntries(
          ids.flatMap((id, i) => (at(i, 3) === 0 ? [[id, at(i + 7, 3)] as const] : [])),
        );
        const [rival, other] = [list(pick(14), judged), list(pick(15), judged)];
        const value = valueOf(text);
        const exact = literally(rival, other, 2, value);
        expect(highestAdvantage(rival, other, 2, value)).toBeCloseTo(exact, 10);
        expect(favouredAdvantage(rival, other, 2, value)).toBeLessThanOrEqual(exact + 1e-10);
      }
    },
  );
});

it('favouredAdvantage takes what the rival alone has as relevant, and nothing else', () => {
  const judged = { a: 1, b: 0 };
  const [rival, other] = [list('x b y', judged), list('a y z', judged)];
  // Of the rival x alone, of the other a: y is in both, z in the other alone.
  expect(favouredAdvantage(rival, other, 1, valueOf('P@3'))).toBe(0);
  expect(favouredAdvantage(rival, other, 1, valueOf('Recall@3'))).toBe(0);
  expect(favouredAdvantage(list('x w', judged), other, 1, valueOf('P@2'))).toBe(0.5);
});
