import { describe, expect, it } from 'vitest';
import type { ChunkerSpec } from '../../../../src/domain/chunk/chunker-spec';
import { chunkingText, passagesText, segmentsOf } from '../../../../src/ui/documents/chunking-text';

const span = (start: number, end: number) => ({ start, end });

describe('pieces of a text by the chunks that hold them', () => {
  it('are the parts of one chunk, of two, and of none between chunks', () => {
    expect(segmentsOf([span(0, 10), span(8, 20), span(22, 30)], 0, 3)).toEqual([
      { start: 0, end: 8, chunks: [0] },
      { start: 8, end: 10, chunks: [0, 1] },
      { start: 10, end: 20, chunks: [1] },
      { start: 20, end: 22, chunks: [] },
      { start: 22, end: 30, chunks: [2] },
    ]);
  });

  it('may be held by three chunks, where overlaps are long', () => {
    const all = segmentsOf([span(0, 10), span(4, 14), span(8, 18)], 0, 3);
    expect(all.find(({ start }) => start === 8)).toEqual({ start: 8, end: 10, chunks: [0, 1, 2] });
  });

  it('of a page hold its chunks alone, by their places among all', () => {
    expect(segmentsOf([span(0, 10), span(8, 20), span(22, 30)], 1, 2)).toEqual([{ start: 8, end: 20, chunks: [1] }]);
    expect(segmentsOf([], 0, 40)).toEqual([]);
  });
});

it('a chunker is told in words', () => {
  const spec: ChunkerSpec = { kind: 'sentences', size: 500, overlap: 1, context: 'title', late: true };
  expect(chunkingText(spec)).toBe(
    'Whole sentences: up to 500 characters, 1 sentence repeated; the title of the document before each; vectors pooled from the whole document.',
  );
  expect(chunkingText({ kind: 'whole' })).toBe('A document is one passage.');
});

it('passages are told with their mean length, and none without', () => {
  expect(passagesText({ passages: 1200, characters: 600_600 })).toBe('1,200 passages of 501 characters on average');
  expect(passagesText({ passages: 0, characters: 0 })).toBe('0 passages');
});
