import { describe, expect, it } from 'vitest';
import { docId } from '../../../../../src/base/types';
import { contentTerms } from '../../../../../src/domain/questions/content-words';
import { topicTerms, topicCount, topicDimension } from '../../../../../src/domain/slices/topics/topics';
import type { SlicedQuestion } from '../../../../../src/domain/slices/dimension';

describe('topicCount', () => {
  it.each([
    [39, 0],
    [40, 2],
    [60, 2],
    [156, 4],
    [400, 6],
    [5000, 8],
  ])('of %d questions is %d', (questions, topics) => {
    expect(topicCount(questions)).toBe(topics);
  });
});

describe('topicTerms', () => {
  const texts = [
    ['kiln', 'clay', 'the'],
    ['kiln', 'clay', 'the', 'glaze'],
    ['kiln', 'the'],
    ['tram', 'the', 'line'],
    ['tram', 'line', 'the'],
    ['the', 'tram', 'clay'],
  ].map((terms) => new Set(terms));

  it('are distinctive ones, by c-TF-IDF', () => {
    // A = 17 / 2 terms a cluster. Clay stands in the other cluster half as often, which is too often.
    const score = (tf: number, f: number): number => tf * Math.log(1 + 17 / 2 / f);
    expect(score(3, 3)).toBeGreaterThan(score(2, 2));
    expect(topicTerms(texts, Int32Array.of(0, 0, 0, 1, 1, 1), 2)).toEqual([['kiln'], ['tram', 'line']]);
  });

  it('are none where texts have nothing of their own', () => {
    const same = texts.map(() => new Set(['the']));
    expect(topicTerms(same, Int32Array.of(0, 0, 0, 1, 1, 1), 2)).toEqual([[], []]);
  });
});

describe('topicDimension', () => {
  const passages = ['Clay is fired in a kiln with glaze.', 'The tram line runs to the harbour terminus.'].map(
    (text, i) => ({
      doc: docId(String(i)),
      text,
    }),
  );
  const questions = Array.from({ length: 44 }, (_, i): SlicedQuestion => ({
    text: i % 2 === 0 ? `how hot is kiln ${i}` : `when does tram ${i} leave the harbour`,
    origin: 'given',
    relevant: [i % 2],
    tags: [],
  }));
  const english = questions.map(() => 'en');

  it('clusters questions of one language by words, and names the clusters', () => {
    const varied = questions.map((each, i) => ({ ...each, relevant: [], text: WORDS[i % 2]![i % 3]! }));
    const found = topicDimension(varied, passages, english, null, contentTerms, 42)!;
    expect(found.slices.map(({ label, questions: own }) => [label.data, own.length, own[0]])).toEqual([
      [{ terms: ['clay', 'kiln', 'glaze'] }, 22, 0],
      [{ terms: ['harbour', 'line', 'tram'] }, 22, 1],
    ]);
  });

  it('clusters by vectors, whatever the language', () => {
    const vectors = Float32Array.from({ length: 88 }, (_, i) => (Math.floor(i / 2) % 2 === i % 2 ? 1 : 0.1));
    const mixed = questions.map((_, i) => (i % 4 < 2 ? 'en' : 'zh'));
    const found = topicDimension(questions, passages, mixed, { vectors, width: 2 }, contentTerms, 42)!;
    expect(found.slices.map(({ questions: { length } }) => length)).toEqual([22, 22]);
    const [first] = found.slices.map(({ label }) => label.data as { terms: string[] });
    expect(first!.terms).toEqual(['clay', 'fired', 'glaze']);
    expect(topicDimension(questions, passages, mixed, null, contentTerms, 42)).toBeNull();
  });
});

const WORDS = [
  ['kiln clay', 'clay glaze', 'glaze kiln'],
  ['tram line', 'line harbour', 'harbour tram'],
];
