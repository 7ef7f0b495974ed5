import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  chunkerProblems,
  chunkerSchema,
  type ChunkerSpec,
  cutsBySegments,
  DEFAULT_CHUNKER,
} from '../../../../src/domain/chunk/chunker-spec';

const accepts = (value: unknown): boolean => v.safeParse(chunkerSchema, value).success;

describe('the spec of a chunker', () => {
  it('has whole sizes of at least 1, and no field of another kind', () => {
    expect(accepts(DEFAULT_CHUNKER)).toBe(true);
    expect(accepts({ ...DEFAULT_CHUNKER, size: 0 })).toBe(false);
    expect(accepts({ ...DEFAULT_CHUNKER, size: 10.5 })).toBe(false);
    expect(accepts({ ...DEFAULT_CHUNKER, level: 2 })).toBe(false);
    expect(accepts({ kind: 'whole', context: 'title' })).toBe(false);
    expect(accepts({ ...DEFAULT_CHUNKER, late: false })).toBe(false);
  });

  it('overlaps by less than its size, but for sentences, whose overlap is a number of them', () => {
    expect(chunkerProblems({ ...DEFAULT_CHUNKER, overlap: 999 })).toEqual([]);
    expect(chunkerProblems({ ...DEFAULT_CHUNKER, overlap: 1000 })).toHaveLength(1);
    expect(chunkerProblems({ kind: 'sentences', size: 5, overlap: 9, context: 'none' })).toEqual([]);
  });

  it('depends on the browser where words or sentences are kept whole', () => {
    const tokens: ChunkerSpec = { kind: 'tokens', model: 'm', revision: 'r', size: 9, overlap: 0, context: 'none' };
    const sentences: ChunkerSpec = { kind: 'sentences', size: 9, overlap: 0, context: 'none' };
    const sentence: ChunkerSpec = { ...DEFAULT_CHUNKER, context: 'sentence' };
    expect([tokens, sentences, sentence, DEFAULT_CHUNKER, { kind: 'whole' } as const].map(cutsBySegments)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});
