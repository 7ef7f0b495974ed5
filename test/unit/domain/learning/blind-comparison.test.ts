import { describe, expect, it } from 'vitest';
import { docId, queryId } from '../../../../src/base/types';
import {
  type BlindComparison,
  blindComparison,
  type BlindList,
  draftedList,
} from '../../../../src/domain/learning/blind-comparison';
import type { QuestionsAhead } from '../../../../src/domain/learning/questions-ahead';
import { questionsLeft } from '../../../../src/domain/learning/questions-left';
import { BlindStanding, isDecided, preferredSystem } from '../../../../src/domain/learning/blind-standing';

const comparing = (ids: readonly string[], patch: Partial<BlindComparison> = {}): BlindComparison =>
  blindComparison({
    id: 'c',
    createdAt: 1,
    spec: { systems: ids.map((id) => ({ id })) } as unknown as BlindComparison['spec'],
    method: 'team-draft',
    depth: 4,
    seed: 7,
    margin: 0.1,
    questions: 'collection',
    ...patch,
  });

const ranked = (passages: string) =>
  [...passages].map((passage, i) => ({ id: docId(passage), score: passages.length - i }));
const itself = (passage: string): string => passage;

describe('a blind comparison', () => {
  it('has its systems in an order by chance, the same for the same seed', () => {
    const orders = Array.from({ length: 40 }, (_, seed) =>
      comparing(['a', 'b'], { seed })
        .spec.systems.map(({ id }) => id)
        .join(''),
    );
    expect(new Set(orders)).toEqual(new Set(['ab', 'ba']));
    expect(comparing(['a', 'b'], { seed: 3 })).toEqual(comparing(['a', 'b'], { seed: 3 }));
  });

  it('gives each list a seed of its own', () => {
    const found = [
      { id: 'a', ranking: ranked('abcd') },
      { id: 'b', ranking: ranked('wxyz') },
    ];
    const lists = Array.from({ length: 20 }, (_, number) =>
      draftedList(comparing(['a', 'b']), { found }, number, itself),
    );
    expect(new Set(lists.map(({ seed }) => seed)).size).toBe(20);
    expect(new Set(lists.map(({ shown }) => shown.join(''))).size).toBeGreaterThan(3);
    expect(draftedList(comparing(['a', 'b']), { found }, 5, itself)).toEqual(lists[5]);
  });

  it('shows a text once, and gives both systems the credit of it, whatever the passages are called', () => {
    const found = [
      { id: 'a', ranking: ranked('abcd') },
      { id: 'b', ranking: ranked('Axyz') },
    ];
    const comparison = comparing(['a', 'b'], { method: 'probabilistic' });
    const lists = Array.from({ length: 20 }, (_, number) =>
      draftedList(comparison, { found }, number, (passage) => passage.toLowerCase()),
    );
    const isFirst = (passage: string): boolean => passage.toLowerCase() === 'a';
    for (const { shown } of lists) expect(shown.filter(isFirst).length).toBeLessThanOrEqual(1);
    const list = lists.find(({ shown }) => isFirst(shown[0]!))!;
    const standing = new BlindStanding(comparison);
    standing.add({ list, marks: [list.shown[0]!], doneAt: 1 });
    expect(standing.figures).toMatchObject({ lists: 1, mean: 0 });
    // By ids alone the mark would be one system’s.
    const byIds = draftedList(comparison, { found }, 0, () => null);
    const naive = new BlindStanding(comparison);
    naive.add({ list: byIds, marks: [byIds.shown[0]!], doneAt: 1 });
    expect(naive.figures).not.toMatchObject({ mean: 0 });
  });

  it('keeps the rankings of systems that are not on the list with it, with the same passage for the same text', () => {
    const found = [
      { id: 'a', ranking: ranked('abcd') },
      { id: 'b', ranking: ranked('wxyz') },
    ];
    const others = [{ id: 'c', ranking: ranked('ABmn') }];
    const comparison = comparing(['a', 'b', 'c']);
    const lower = (passage: string): string => passage.toLowerCase();
    const list = draftedList(comparison, { found, others }, 3, lower);
    const alone = draftedList(comparison, { found }, 3, lower);
    expect(list).toEqual({ ...alone, others: [{ id: 'c', ranking: [['a'], ['b'], ['m'], ['n']] }] });
    expect(alone).not.toHaveProperty('others');
  });

  it('makes lists of a system that was on none, once it has first what is marked on them', () => {
    const comparison = comparing(['v', 'w', 'x', 'y', 'z'], { method: 'probabilistic' });
    const [first, second, ...rest] = comparison.spec.systems.map(({ id }) => id) as [string, string, ...string[]];
    const wanted = rest[1]!;
    const standing = new BlindStanding(comparison);
    const withWanted = (): number =>
      Array.from({ length: 200 }, (_, number) => standing.next(number)).filter((ids) => ids.includes(wanted)).length;
    expect(withWanted()).toBeLessThan(150);
    for (let number = 0; number < 40; number++) {
      const found = [first, second].map((id) => ({ id, ranking: ranked('abcd') }));
      const others = rest.map((id) => ({ id, ranking: ranked(id === wanted ? 'dcba' : 'abdc') }));
      const list = draftedList(comparison, { found, others }, number, itself);
      standing.add({ list, marks: ['d'], doneAt: 1 });
    }
    expect(withWanted()).toBe(200);
  });

  it('asks each question of the collection once, in an order by chance that does not depend on the file', () => {
    const questions = Array.from({ length: 20 }, (_, i) => ({ id: queryId(`q${i}`), text: `text ${i}` }));
    const comparison = comparing(['a', 'b']);
    const all = questionsLeft(comparison, questions, []);
    expect(all.map(({ id }) => id)).not.toEqual(questions.map(({ id }) => id));
    expect(questionsLeft(comparison, questions.toReversed(), [])).toEqual(all);
    expect(questionsLeft({ ...comparison, seed: 8 }, questions, [])).not.toEqual(all);
    const asked = all.slice(0, 3).map((question) => ({ question }) as BlindList);
    expect(questionsLeft(comparison, questions, asked)).toEqual(all.slice(3));
    // One text under two ids is one question: the list of the first would else be asked for without end.
    const twice = [...questions, { id: queryId('again'), text: ' text 3 ' }, { id: queryId('blank'), text: ' ' }];
    expect(questionsLeft(comparison, twice, [])).toHaveLength(20);
  });
});

describe('what the lists show', () => {
  const done = (comparison: BlindComparison, number: number, helpful: string, rankings = ['abcd', 'wxyz', 'mnop']) => {
    const found = comparison.spec.systems.map(({ id }) => ({ id, ranking: ranked(rankings['xyz'.indexOf(id)]!) }));
    const list = draftedList(comparison, { found }, number, itself);
    return { list, marks: list.shown.filter((passage) => helpful.includes(passage)), doneAt: 1 };
  };

  it('is the preferred one of two systems, and how many lists had no mark', () => {
    const comparison = comparing(['x', 'y']);
    const standing = new BlindStanding(comparison);
    expect(standing.figures).toMatchObject({ kind: 'preference', state: 'undecided', lists: 0, ahead: null });
    const aheads: QuestionsAhead[] = [];
    for (let number = 0; number < 30; number++) {
      standing.add(done(comparison, number, number % 5 === 0 ? '' : 'wxyz'));
      const { figures } = standing;
      if (figures.kind === 'preference' && figures.state === 'undecided') aheads.push(figures.ahead);
    }
    const { figures } = standing;
    expect(figures).toMatchObject({ lists: 30, abandoned: 6, passedOver: 0 });
    expect(isDecided(figures)).toBe(true);
    expect(preferredSystem(figures, comparison)).toBe('y');
    // The estimate is of the right size: it is not the number of lists that were done.
    expect(aheads.length).toBeGreaterThan(3);
    expect(aheads.at(-1)).toBeLessThan(8);
  });

  it('is that neither is better where marks are on what both rank alike, without a preferred one', () => {
    const comparison = comparing(['x', 'y'], { margin: 0.2 });
    const standing = new BlindStanding(comparison);
    for (let number = 0; number < 60; number++) standing.add(done(comparison, number, 'a', ['abcd', 'abcd']));
    expect(standing.figures).toMatchObject({ state: 'tie', mean: 0 });
    expect(isDecided(standing.figures)).toBe(true);
    expect(preferredSystem(standing.figures, comparison)).toBeNull();
  });

  it('leaves out arms of three until one remains, each with the comparison that it left by', () => {
    const comparison = comparing(['x', 'y', 'z'], { method: 'probabilistic' });
    const standing = new BlindStanding(comparison);
    for (let number = 0; standing.remaining.length > 1; number++) {
      expect(number).toBeLessThan(200);
      const remaining = comparison.spec.systems.filter(({ id }) => standing.remaining.includes(id));
      standing.add(done({ ...comparison, spec: { ...comparison.spec, systems: remaining } }, number, 'mnop'));
    }
    const { figures } = standing;
    expect(preferredSystem(figures, comparison)).toBe('z');
    if (figures.kind !== 'elimination') throw new Error('three systems');
    expect(figures.left.map(({ arm }) => arm).toSorted()).toEqual(['x', 'y']);
    expect(figures.left.every(({ comparison: { better, mean } }) => better === 'z' && mean > 0)).toBe(true);
  });

  it('passes over a question for which a system found nothing, and refuses a list that is not done', () => {
    const comparison = comparing(['x', 'y']);
    const standing = new BlindStanding(comparison);
    standing.add(done(comparison, 0, 'a', ['abcd', '']));
    expect(standing.figures).toMatchObject({ lists: 0, abandoned: 0, passedOver: 1 });
    expect(() => standing.add({ ...done(comparison, 1, 'a'), doneAt: null })).toThrow('not done');
  });
});
