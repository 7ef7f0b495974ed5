import { describe, expect, it } from 'vitest';
import type { ChunkerSpec } from '../../../../../src/domain/chunk/chunker-spec';
import { chunkerText } from '../../../../../src/ui/shared/messages/run';

describe('a chunking in words', () => {
  it.each<[ChunkerSpec, string]>([
    [{ kind: 'whole' }, 'Whole documents'],
    [
      { kind: 'recursive', size: 1000, overlap: 100, separators: 'cjk', context: 'headings' },
      'Recursive, up to 1,000 characters with an overlap of 100, with Chinese and Japanese separators, each with its headings',
    ],
    [
      { kind: 'sentences', size: 500, overlap: 2, context: 'none' },
      'Whole sentences, up to 500 characters with an overlap of 2 sentences',
    ],
    [
      { kind: 'tokens', model: 'm', revision: 'r', size: 256, overlap: 0, context: 'title', late: true },
      'Whole words, up to 256 tokens of m, each with its title, embedded late',
    ],
    [{ kind: 'headings', level: 2, size: 800, context: 'none' }, 'By headings to level 2, up to 800 characters'],
    [
      { kind: 'window', size: 300, overlap: 30, context: 'none' },
      'Windows, up to 300 characters with an overlap of 30',
    ],
  ])('of %j', (chunker, text) => {
    expect(chunkerText(chunker)).toBe(text);
  });
});
