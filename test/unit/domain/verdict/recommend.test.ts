import { describe, expect, it } from 'vitest';
import { isMateriallySlower, recommend, verdictOf } from '../../../../src/domain/verdict/verdict';
import type { ComparedVerdict, SampledQuestions, VerdictInput } from '../../../../src/domain/verdict/types';
import { input, partsOf, system, valuesOf } from './input';
import { vector } from '../statistics/close';
import { docId, type DocId } from '../../../../src/base/types';
import { isJudged, judgeRanked } from '../../../../src/domain/measures/judge';
import { measureOf } from '../../../../src/domain/measures/parse';
import { definitionOf } from '../../../../src/domain/measures/registry';
import { argumentsOf } from '../../../../src/domain/measures/score';
import { favouredAdvantage, highestAdvantage, type JudgedList } from '../../../../src/domain/verdict/completions';
import { Random } from '../../../../src/domain/statistics/random';
import { plannedAlways, plannedOnce } from '../../../../src/domain/planning/planning';

const option = (system: string, latency: number | null) => ({ system, latency });

it('isMateriallySlower asks for twice the time and for 10 ms', () => {
  expect(isMateriallySlower(20, 10)).toBe(true);
  expect(isMateriallySlower(19.9, 10)).toBe(false);
  expect(isMateriallySlower(9, 0.5)).toBe(false);
  expect(isMateriallySlower(10.5, 0.5)).toBe(true);
  expect(isMateriallySlower(300, 200)).toBe(false);
  expect(isMateriallySlower(10, 0)).toBe(true);
  expect(isMateriallySlower(1, 300)).toBe(false);
});

describe('recommend', () => {
  it('takes the highest mean where none is materially faster', () => {
    expect(recommend([option('a', 9), option('b', 1)])).toEqual({
      system: 'a',
      latency: 9,
      reason: 'highest',
      slower: [],
    });
  });

  it('names what takes materially longer than the recommended one', () => {
    const { system, reason, slower } = recommend([option('a', 2), option('b', 300), option('c', 5), option('d', 400)]);
    expect([system, reason]).toEqual(['a', 'highest']);
    expect(slower).toEqual([option('b', 300), option('d', 400)]);
  });

  it('takes the highest mean of those that are not materially slower than the fastest', () => {
    const { system, reason, slower } = recommend([option('a', 300), option('b', 50), option('c', 8), option('d', 2)]);
    expect([system, reason]).toEqual(['c', 'cheaper']);
    expect(slower).toEqual([option('a', 300), option('b', 50)]);
  });

  it('makes no reason of a latency that is not known', () => {
    expect(recommend([option('a', null), option('b', 1)])).toMatchObject({
      system: 'a',
      reason: 'highest',
      slower: [],
    });
    expect(recommend([option('a', 300), option('b', null)])).toMatchObject({ system: 'a', reason: 'highest' });
    expect(recommend([option('a', 300), option('b', null), option('c', 3)])).toMatchObject({
      system: 'c',
      reason: 'cheaper',
      slower: [option('a', 300)],
    });
    expect(recommend([option('a', null)])).toMatchObject({ system: 'a', latency: null });
  });
});

it('a fast system that may be the best is not recommended where a slower one is significantly better than it: two tests may disagree', () => {
  const systems = [
    system('slow', vector(0.2, 0.2, 0.3, 0.6, 0.2, 0.3, 0.5, 0.5), 500),
    system('fast', vector(0.1, 0, 0.2, 0.3, 0.1, 0.2, 0.4, 0.4), 5),
    system('b', vector(0.3, 0.4, 0, 0.3, 0, 0.2, 0.3, 0.4), 400),
    system('c', vector(0.1, 0.3, 0.2, 0.8, 0.2, 0.3, 0.8, 0.3), 400),
  ];
  const verdict = verdictOf(input(systems, { margin: 0, resamples: 400 })) as ComparedVerdict;
  expect(verdict.systems.find((each) => each.system === 'fast')).toMatchObject({ candidate: true });
  expect(verdict.recommended.system).toBe('c');
});

describe('standingsOf', () => {
  it('orders by the mean, and keeps the order of the systems where means are equal', () => {
    const rows = [vector(0, 0.5), vector(0.5, 0.5), vector(0.5, 0)];
    const { standings } = partsOf(input(rows.map((values, i) => system(String(i), values))));
    expect(standings.order).toEqual([1, 0, 2]);
  });

  it('excludes a system only where the randomisation test does, too', () => {
    const of = (questions: number) =>
      partsOf(input([system('a', valuesOf(0.5, 0.001, 1, questions)), system('b', valuesOf(0.9, 0.001, 2, questions))]))
        .standings.candidates;
    expect(of(5)).toEqual([true, true]);
    expect(of(6)).toEqual([false, true]);
  });

  it('corrects that test by Holm over the systems', () => {
    const rows = [0.9, 0.5, 0.5, 0.5].map((mean, i) => system(String(i), valuesOf(mean, 0.001, i, 7)));
    // 2 / 2⁷ of each, of seven questions: .047 by Holm over three, and .0625 over four.
    expect(partsOf(input(rows)).standings.candidates).toEqual([true, false, false, false]);
    const more = [...rows, system('4', valuesOf(0.5, 0.001, 9, 7))];
    expect(partsOf(input(more)).standings.candidates).toEqual([true, true, true, true, true]);
  });

  it('shows that systems are within the margin only where enough questions say so', () => {
    const same = (questions: number) => {
      const values = valuesOf(0.5, 0.1, 1, questions);
      return partsOf(input([system('a', values), system('b', values)])).standings.withinMargin;
    };
    expect(same(5)).toEqual([false, false]);
    expect(same(6)).toEqual([true, true]);
  });

  it('takes a system for within the margin that is worse by less', () => {
    const of = (margin: number) =>
      partsOf(input([system('a', valuesOf(0.51, 0.005, 1)), system('b', valuesOf(0.5, 0.005, 2))], { margin }))
        .standings;
    expect(of(0.02)).toMatchObject({ candidates: [true, false], withinMargin: [true, true] });
    expect(of(0.01)).toMatchObject({ candidates: [true, false], withinMargin: [true, false] });
  });
});

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
      for (let round = 0; round < 60; round++) {
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

const judging = (questions: number, rest: Partial<SampledQuestions> = {}): SampledQuestions => ({
  queue: 'questions',
  seed: 's',
  complete: questions,
  of: 2 * questions,
  order: [...Array(questions).keys()],
  ...rest,
});

const pair = (difference: number, questions: number, seed = 5): VerdictInput['systems'] => [
  system('a', valuesOf(0.4, 0.3, 1, questions)),
  system('b', valuesOf(0.4 + difference, 0.3, seed, questions)),
];

describe('the verdict while questions are judged in random order', () => {
  it('names a winner by a confidence sequence, and says that it holds at every look', () => {
    const verdict = verdictOf(input(pair(0.15, 150), { judging: judging(150) }));
    expect(verdict).toMatchObject({
      kind: 'winner',
      best: ['b'],
      judging: { queue: 'questions', complete: 150, of: 300 },
    });
    expect(verdict).toMatchObject({ gain: { anytime: true, p: null, holm: null, finding: 'better' } });
  });

  it('predicts the questions of its own confidence sequence, not of a test that is read once, and calls nothing detectable', () => {
    const systems = pair(0.01, 80);
    const verdict = verdictOf(input(systems, { judging: judging(80) }));
    if (!('badges' in verdict)) throw new Error('no verdict');
    const { planned, detectable } = verdict.badges.questions;
    expect(detectable).toBeNull();
    const [a, b] = systems.map(({ values }) => values);
    const differences = (planned!.system === 'a' ? a! : b!).map(
      (value, q) => value - (planned!.system === 'a' ? b! : a!)[q]!,
    );
    const asked = { margin: 0.02, range: [-1, 1] as const, alpha: 0.05, seed: 42 };
    const expected = plannedAlways({ differences, ...asked })!;
    expect(planned!.questions / expected.questions).toBeCloseTo(1, 1);
    expect(planned!.questions).not.toBe(plannedOnce({ differences, margin: 0.02 })!.questions);
  });

  it('does not depend on the positions of the questions, only on the order in which they are judged', () => {
    const questions = 120;
    const systems = pair(0.1, questions);
    const reversed = systems.map((each) => ({ ...each, values: each.values.slice().reverse() }));
    const order = [...Array(questions).keys()].reverse();
    const forward = verdictOf(input(systems, { judging: judging(questions) }));
    const backward = verdictOf(input(reversed, { judging: judging(questions, { order }) }));
    expect(backward).toMatchObject({ kind: forward.kind });
    if (!('gain' in forward) || !('gain' in backward)) throw new Error('no verdict');
    expect(backward.gain!.interval).toEqual(forward.gain!.interval);
  });

  it('is no verdict where values have no range', () => {
    expect(verdictOf(input(pair(0.3, 60), { measure: 'num_ret', judging: judging(60) }))).toMatchObject({
      kind: 'none',
    });
  });
});
