import { describe, expect, it } from 'vitest';
import { docId, queryId } from '../../../../src/base/types';
import { Places } from '../../../../src/domain/judging/places';
import { rankedQuestions, rankOfPlace } from '../../../../src/ui/diagnosis/question-filter';

describe('rankedQuestions', () => {
  it('has the ranks of each question in the order of the systems', () => {
    const queries = ['a', 'b', 'c'].map(queryId);
    const systems = [Uint32Array.of(1, 0, 3), Uint32Array.of(4, 5, 6)].map((firstRelevant) => ({ firstRelevant }));
    const result = { queries, systems } as unknown as Parameters<typeof rankedQuestions>[0];
    const texts = new Map([
      [queries[0]!, 'What?'],
      [queries[1]!, ''],
    ]);
    const rows = rankedQuestions(result, (id) => (texts.has(id) ? { id, text: texts.get(id)! } : undefined));
    expect(rows.map(({ text, ranks }) => [text, ranks])).toEqual([
      ['What?', [1, 4]],
      ['b', [0, 5]],
      [null, [3, 6]],
    ]);
  });
});

describe('rankOfPlace', () => {
  const places = new Places(new Map([[docId('d'), { text: 'x'.repeat(100) }]]));
  const list = ['e', 'd#60-100', 'd#0-30'].map((id, i) => ({ id: docId(id), score: -i }));

  it('is that of the first chunk that holds half of the shorter of both', () => {
    expect(rankOfPlace(list, { doc: docId('d'), span: { start: 10, end: 50 } }, places)).toBe(3);
    expect(rankOfPlace(list, { doc: docId('d'), span: { start: 30, end: 60 } }, places)).toBeNull();
    expect(rankOfPlace(list, { doc: docId('d'), span: null }, places)).toBe(2);
    expect(rankOfPlace(list, { doc: docId('e'), span: null }, places)).toBe(1);
  });
});
