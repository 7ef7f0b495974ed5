import { describe, expect, it } from 'vitest';
import {
  askedTexts,
  suppliedHash,
  type Rewrites,
  type VectorSet,
} from '../../../../../src/domain/dataset/supplied/content';
import { queryId, docId } from '../../../../../src/base/types';

const queries = [
  { id: queryId('q1'), text: 'which?' },
  { id: queryId('q2'), text: 'why?' },
  { id: queryId('q3'), text: 'who?' },
];

describe('the texts that are asked', () => {
  const entries = [
    { question: 'q1', texts: ['what?', 'which one?'] },
    { question: 'why?', texts: ['what?', 'why?'] },
  ];

  it('are the question and its rewrites, each once for a question and once in all', () => {
    expect(askedTexts(queries, entries, true)).toEqual({
      texts: ['which?', 'what?', 'which one?', 'why?', 'who?'],
      byQuestion: [[0, 1, 2], [3, 1], [4]],
      without: 1,
    });
  });

  it('follow the id, where another question has it as its text', () => {
    const confused = [
      { question: 'q1', texts: ['by id'] },
      { question: 'q2', texts: ['by text'] },
    ];
    const asked = [{ id: queryId('q1'), text: 'q2' }];
    expect(askedTexts(asked, confused, false).texts).toEqual(['by id']);
  });
});

const vectors: VectorSet = {
  kind: 'vectors',
  dimensions: 2,
  docs: [docId('d1'), docId('d2')],
  passages: Float32Array.of(1, 0, 0, 1),
  queries: [queryId('q1')],
  textKeys: ['key'],
  questions: Float32Array.of(0.5, 0.5),
};
const rewrites: Rewrites = { kind: 'rewrites', entries: [{ question: 'q1', texts: ['a', 'b'] }] };

describe('the hash of what a person added for retrieval', () => {
  it('is the same for the same content, wherever it lies in memory', () => {
    const shifted = Float32Array.of(9, 1, 0, 0, 1).subarray(1);
    expect(suppliedHash({ ...vectors, passages: shifted })).toBe(suppliedHash(vectors));
    expect(suppliedHash(structuredClone(rewrites))).toBe(suppliedHash(rewrites));
  });

  it('is another for all that can change a score', () => {
    const others = [
      vectors,
      { ...vectors, dimensions: 4 },
      { ...vectors, docs: [docId('d2'), docId('d1')] },
      { ...vectors, queries: [queryId('q2')] },
      { ...vectors, passages: Float32Array.of(1, 0, 1, 0) },
      { ...vectors, questions: Float32Array.of(0.5, 0.25) },
      rewrites,
      { ...rewrites, entries: [{ question: 'q1', texts: ['b', 'a'] }] },
    ];
    expect(new Set(others.map(suppliedHash)).size).toBe(others.length);
  });
});
