import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DEFAULT_CHUNKER, type ChunkerSpec } from '../../../../src/domain/chunk/chunker-spec';
import { hashText } from '../../../../src/base/hash';
import { docId, queryId } from '../../../../src/base/types';
import { questionsKey } from '../../../../src/workbench/kernel/questions';
import type { Ports } from '../../../../src/workbench/kernel/ports';
import { pausesOf } from '../pauses';
import { experiment } from '../workshop';

const { Segmenter } = Intl;
const ports = { versions: {} } as unknown as Ports;
const corpus = { key: 'k', metadataKey: null };
const sentences: ChunkerSpec = { kind: 'sentences', size: 100, overlap: 0, context: 'none' };

/** The key of a result in a browser whose segmenter cuts a text as given. */
async function keyIn(chunkings: readonly ChunkerSpec[], cut: (text: string) => string): Promise<string> {
  vi.resetModules();
  class Other extends Segmenter {
    override segment(text: string): Intl.Segments {
      return super.segment(cut(text));
    }
  }
  Object.defineProperty(Intl, 'Segmenter', { value: Other, configurable: true, writable: true });
  const { experimentKey } = await import('../../../../src/workbench/run/plan');
  return experimentKey(
    ports,
    experiment({ systems: ['bm25'], chunkings }),
    corpus,
    { queries: [], judgments: [] },
    { judging: null },
  );
}

afterEach(() => Object.defineProperty(Intl, 'Segmenter', { value: Segmenter, configurable: true, writable: true }));

it('the key of a result is another where a browser cuts text otherwise, if passages are cut by its segmenter', async () => {
  const same = (text: string): string => text;
  const other = (text: string): string => text.replaceAll(' ', '_');
  expect(await keyIn([sentences], same)).toBe(await keyIn([sentences], same));
  expect(await keyIn([sentences], other)).not.toBe(await keyIn([sentences], same));
  expect(await keyIn([DEFAULT_CHUNKER], other)).toBe(await keyIn([DEFAULT_CHUNKER], same));
});

describe('the key of questions and judgments', () => {
  it('is the hash of their sorted lines, in whatever order they are', async () => {
    const line = fc.record({
      id: fc.string({ unit: 'binary' }),
      text: fc.string({ unit: 'binary' }),
      grade: fc.nat(3),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 900, size: 'max' }), async (lines) => {
        const queries = lines.map(({ id, text }) => ({ id: queryId(id), text }));
        const judgments = lines.map(({ id, text, grade }) => ({ query: queryId(id), doc: docId(text), grade }));
        const written = [
          ...lines.map(({ id, text }) => JSON.stringify([id, text])),
          ...lines.map(({ id, text, grade }) => JSON.stringify([id, text, grade])),
        ];
        expect(await questionsKey({ queries, judgments })).toBe(hashText(written.sort().join('\n')));
        expect(await questionsKey({ queries: queries.toReversed(), judgments })).toBe(hashText(written.join('\n')));
      }),
      { numRuns: 6 },
    );
  });

  it('lets the page in between', async () => {
    const queries = Array.from({ length: 500 }, (_, i) => ({ id: queryId(`q${i}`), text: '' }));
    expect(await pausesOf(() => questionsKey({ queries, judgments: [] }))).toBeGreaterThan(500);
  });
});
