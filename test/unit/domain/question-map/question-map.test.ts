import { describe, expect, it } from 'vitest';
import { docId } from '../../../../src/base/types';
import { questionMap } from '../../../../src/domain/question-map/question-map';
import { contentTerms } from '../../../../src/domain/questions/content-words';
import type { SliceSource } from '../../../../src/domain/slices/dimensions';
import { topicDimension } from '../../../../src/domain/slices/topics/topics';

const TEXTS = [
  ['how hot is the kiln', 'which glaze does clay need', 'who fires clay in a kiln'],
  ['when does the tram leave', 'which tram line ends at the harbour', 'where is the harbour terminus of the line'],
];

const source = (count: number): SliceSource => ({
  questions: Array.from({ length: count }, (_, i) => ({
    text: TEXTS[i % 2]![Math.floor(i / 2) % 3]!,
    origin: 'given',
    relevant: [i % 2],
    tags: [],
  })),
  passages: ['Clay is fired in a kiln with glaze.', 'The tram line runs to the harbour terminus.'].map((text, i) => ({
    doc: docId(String(i)),
    text,
  })),
  languages: [{ language: 'en', share: 1 }],
  vectors: null,
});

describe('questionMap', () => {
  it('places questions by the words that they and their passages share, within a square', () => {
    const { x, y } = questionMap(source(30), contentTerms, 1)!;
    const all = [...x, ...y];
    expect(Math.min(...all)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...all)).toBeLessThanOrEqual(1);
    const extents = [x, y].map((axis) => Math.max(...axis) - Math.min(...axis));
    expect(Math.max(...extents)).toBeCloseTo(1, 9);
    const distance = (i: number, j: number): number => Math.hypot(x[i]! - x[j]!, y[i]! - y[j]!);
    for (let i = 0; i < 30; i++) {
      const nearest = [...x.keys()].filter((j) => j !== i).sort((a, b) => distance(i, a) - distance(i, b));
      expect(nearest.slice(0, 3).every((j) => j % 2 === i % 2)).toBe(true);
    }
  });

  it('has the topics of the slices, and none where there are too few questions', () => {
    expect(questionMap(source(30), contentTerms, 1)!.topics).toEqual([]);
    const many = source(60);
    const english = many.questions.map(() => 'en');
    const slices = topicDimension(many.questions, many.passages, english, null, contentTerms, 1)!.slices;
    const { topics } = questionMap(many, contentTerms, 1)!;
    expect(topics).toEqual(slices.map(({ label, questions }) => ({ label, questions })));
    expect(topics).toHaveLength(2);
  });

  it('follows the vectors where they are known', () => {
    // By vectors, threes belong together, whatever the words.
    const vectors = Float32Array.from({ length: 30 * 4 }, (_, i) => {
      const [question, column] = [Math.floor(i / 4), i % 4];
      return column === question % 3 ? 1 : column === 3 ? question / 100 : 0;
    });
    const { x, y } = questionMap({ ...source(30), vectors: { vectors, width: 4 } }, contentTerms, 1)!;
    const distance = (i: number, j: number): number => Math.hypot(x[i]! - x[j]!, y[i]! - y[j]!);
    for (let i = 0; i < 30; i++) {
      const nearest = [...x.keys()].filter((j) => j !== i).sort((a, b) => distance(i, a) - distance(i, b));
      expect(nearest[0]! % 3).toBe(i % 3);
    }
  });

  it('leaves out what has nothing in common, as a question that was deleted', () => {
    const { questions, ...rest } = source(30);
    const some = { ...rest, questions: [{ ...questions[0]!, text: '', relevant: [] }, ...questions.slice(1)] };
    const { x, y } = questionMap(some, contentTerms, 1)!;
    expect([x[0], y[0]]).toEqual([NaN, NaN]);
    expect([...x.slice(1), ...y.slice(1)].every(Number.isFinite)).toBe(true);
    const blank = { ...rest, questions: questions.map((each) => ({ ...each, text: '', relevant: [] })) };
    expect(questionMap(blank, contentTerms, 1)).toBeNull();
  });
});
