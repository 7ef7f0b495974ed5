import { describe, expect, it } from 'vitest';
import { docId, queryId } from '../../../../src/base/types';
import {
  type BlindComparison,
  blindComparison,
  type BlindList,
  draftedList,
} from '../../../../src/domain/learning/blind-comparison';
import { questionsLeft } from '../../../../src/domain/learning/session-record';
import { type BlindFigures, BlindStanding, preferredSystem } from '../../../../src/domain/learning/blind-standing';
import { foundSystem } from '../../../../src/domain/learning/blind-session';
import { type WeightFigures, weightLearning } from '../../../../src/domain/learning/weight-learning';
import { experiment } from '../../workbench/workshop';
import { credits } from '../../../../src/domain/learning/credits';
import { interleave, type InterleavingName, type TiedRanking } from '../../../../src/domain/learning/interleaving';

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
    const lists = Array.from({ length: 20 }, (_, number) => draftedList(comparing(['a', 'b']), found, number, itself));
    expect(new Set(lists.map(({ seed }) => seed)).size).toBe(20);
    expect(new Set(lists.map(({ shown }) => shown.join(''))).size).toBeGreaterThan(3);
    expect(draftedList(comparing(['a', 'b']), found, 5, itself)).toEqual(lists[5]);
  });

  it('shows a text once, and gives both systems the credit of it, whatever the passages are called', () => {
    const found = [
      { id: 'a', ranking: ranked('abcd') },
      { id: 'b', ranking: ranked('Axyz') },
    ];
    const comparison = comparing(['a', 'b'], { method: 'probabilistic' });
    const lists = Array.from({ length: 20 }, (_, number) =>
      draftedList(comparison, found, number, (passage) => passage.toLowerCase()),
    );
    const isFirst = (passage: string): boolean => passage.toLowerCase() === 'a';
    for (const { shown } of lists) expect(shown.filter(isFirst).length).toBeLessThanOrEqual(1);
    const list = lists.find(({ shown }) => isFirst(shown[0]!))!;
    const standing = new BlindStanding(comparison);
    standing.add({ list, marks: [list.shown[0]!], doneAt: 1 });
    expect(standing.figures).toMatchObject({ lists: 1, mean: 0 });
    // By ids alone the mark would be one system’s.
    const byIds = draftedList(comparison, found, 0, () => null);
    const naive = new BlindStanding(comparison);
    naive.add({ list: byIds, marks: [byIds.shown[0]!], doneAt: 1 });
    expect(naive.figures).not.toMatchObject({ mean: 0 });
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
    const list = draftedList(comparison, found, number, itself);
    return { list, marks: list.shown.filter((passage) => helpful.includes(passage)), doneAt: 1 };
  };

  it('is the preferred one of two systems, and how many lists had no mark', () => {
    const comparison = comparing(['x', 'y']);
    const standing = new BlindStanding(comparison);
    expect(standing.figures).toMatchObject({ kind: 'preference', state: 'undecided', lists: 0 });
    for (let number = 0; number < 30; number++) {
      standing.add(done(comparison, number, number % 5 === 0 ? '' : 'wxyz'));
    }
    const { figures } = standing;
    expect(figures).toMatchObject({ lists: 30, abandoned: 6, passedOver: 0 });
    expect(preferredSystem(figures, comparison)).toBe('y');
  });

  it('is that neither is better where marks are on what both rank alike, without a preferred one', () => {
    const comparison = comparing(['x', 'y'], { margin: 0.2 });
    const standing = new BlindStanding(comparison);
    for (let number = 0; number < 60; number++) standing.add(done(comparison, number, 'a', ['abcd', 'abcd']));
    expect(standing.figures).toMatchObject({ state: 'tie', mean: 0 });
    expect(preferredSystem(standing.figures, comparison)).toBeNull();
  });

  it('changes from undecided to the first or second system only once the interval excludes 0', () => {
    for (const [helpful, state, sign] of [
      ['abcd', 'first', 1],
      ['wxyz', 'second', -1],
    ] as const) {
      const comparison = comparing(['x', 'y']);
      const ordered = { ...comparison, spec: { systems: [{ id: 'x' }, { id: 'y' }] } as BlindComparison['spec'] };
      const standing = new BlindStanding(ordered);
      for (let number = 0; standing.figures.state === 'undecided'; number++)
        standing.add(done(ordered, number, helpful));
      const { lists, mean, interval } = standing.figures;
      expect(standing.figures.state).toBe(state);
      expect(mean).toBe(sign);
      expect(lists).toBeLessThan(20);
      expect(Math.min(...interval!.map((end) => sign * end))).toBeGreaterThan(0);
    }
  });

  it('counts the lists of more than two systems, which an earlier version kept, and compares nothing', () => {
    const comparison = comparing(['x', 'y', 'z']);
    const standing = new BlindStanding(comparison);
    for (let number = 0; number < 60; number++) standing.add(done(comparison, number, number === 0 ? '' : 'mnop'));
    expect(standing.figures).toMatchObject({ kind: 'retired', state: 'undecided', lists: 60, abandoned: 1 });
    expect(standing.figures.marks).toBeGreaterThan(50);
    expect(preferredSystem(standing.figures, comparison)).toBeNull();
    expect(standing.canGoOn).toBe(false);
  });

  it('refuses a list of three systems in a comparison of two', () => {
    const three = done(comparing(['x', 'y', 'z']), 0, 'a');
    expect(() => new BlindStanding(comparing(['x', 'y'])).add(three)).toThrow(RangeError);
  });

  it('passes over a question for which a system found nothing, and refuses a list that is not done', () => {
    const comparison = comparing(['x', 'y']);
    const standing = new BlindStanding(comparison);
    standing.add(done(comparison, 0, 'a', ['abcd', '']));
    expect(standing.figures).toMatchObject({ lists: 0, abandoned: 0, passedOver: 1 });
    expect(() => standing.add({ ...done(comparison, 1, 'a'), doneAt: null })).toThrow('not done');
  });
});

describe('blind evidence', () => {
  const spec = experiment();
  const fixed = { id: 'c', createdAt: 1, depth: 10, seed: 5, questions: 'own' as const };
  const comparing = (...ids: string[]): BlindComparison => {
    const systems = ids.map((id) => spec.systems.find((system) => system.id === id)!);
    const made = blindComparison({ ...fixed, spec: { ...spec, systems }, method: 'probabilistic', margin: 0.1 });
    // In this order, whatever chance made of it.
    return { ...made, spec: { ...spec, systems } };
  };
  const counted = { lists: 30, abandoned: 5, passedOver: 1, marks: 44 };

  it('of two systems the preferred one has the difference and its interval seen from its side', () => {
    const comparison = comparing('bm25', 'embedding');
    const figures: BlindFigures = {
      kind: 'preference',
      ...counted,
      state: 'second',
      mean: -0.2,
      interval: [-0.35, -0.04],
    };
    expect(foundSystem(comparison, figures)).toEqual({
      system: comparison.spec.systems[1],
      evidence: { kind: 'preferred', lists: 30, marks: 44, over: 'bm25', mean: 0.2, interval: [0.04, 0.35] },
    });
    expect(foundSystem(comparison, { ...figures, state: 'first', mean: 0.2, interval: [0.04, 0.35] })).toMatchObject({
      system: { id: 'bm25' },
      evidence: { over: 'embedding', mean: 0.2, interval: [0.04, 0.35] },
    });
    for (const state of ['undecided', 'tie'] as const)
      expect(foundSystem(comparison, { ...figures, state })).toBeNull();
  });

  it('weights that marks moved are a system; without a mark nothing was found', () => {
    const features = ['bm25', 'embedding'].map((name) => ({
      name,
      retriever: spec.systems.find((system) => system.id === name)!.retrievers[0]!,
    }));
    const learning = weightLearning({ ...fixed, spec, features, norm: 'min-max' });
    const figures: WeightFigures = { kind: 'weights', ...counted, weights: [6, 2], moved: 0.25, movedByHalf: 0.2 };
    expect(foundSystem(learning, figures)).toMatchObject({
      system: { id: 'bm25 + embedding, learned blind', fusion: { weights: [0.75, 0.25] } },
      evidence: { kind: 'learned', lists: 30, marks: 44, moved: 0.25 },
    });
    expect(foundSystem(learning, { ...figures, marks: 0 })).toBeNull();
    expect(foundSystem(learning, { ...figures, weights: [0, 0], moved: NaN })).toBeNull();
  });
});

const strict = (text: string): TiedRanking => [...text].map((passage) => [passage]);
const listOf = (method: InterleavingName, rankings: readonly TiedRanking[], seed = 1, depth = 5) =>
  interleave({ method, systems: rankings.map((ranking, i) => ({ id: `s${i}`, ranking })), depth, seed });

describe('credits', () => {
  it('count a mark that is there twice once, and give nothing for an abandoned list', () => {
    const list = listOf('team-draft', [strict('abcd'), strict('wxyz')]);
    const [mark, other] = list.shown as [string, string];
    expect(credits({ list, marks: [mark, mark, other] })).toEqual(credits({ list, marks: [mark, other] }));
    expect(credits({ list, marks: [] })).toEqual([0, 0]);
  });

  it('refuse a mark that is not on the list, and a list that its rankings cannot have made', () => {
    const list = listOf('team-draft', [strict('abcd'), strict('wxyz')], 1, 2);
    expect(() => credits({ list, marks: ['nowhere'] })).toThrow(RangeError);
    expect(() => credits({ list: { ...list, shown: ['d', 'z'] }, marks: ['d'] })).toThrow(RangeError);
  });
});
