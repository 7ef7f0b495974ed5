import { describe, expect, it } from 'vitest';
import type { ChunkerSpec } from '../../../../src/domain/chunk/chunker-spec';
import { type Dataset, docId } from '../../../../src/base/types';
import { createWorkbench } from '../../../../src/workbench/workbench';
import type { Reader } from '../../../../src/workbench/run/chunking-size';
import { keep, MODELS, openWorkshop } from '../workshop';

/** The encoder of the workshop has a token a character, reads 64 and puts two around a text. */
const reader: Reader = {
  model: 'hitrate-embedding',
  revision: 'r1',
  maxTokens: MODELS[0]!.maxTokens,
  passagePrefix: '',
};
const quiet = (): AbortSignal => new AbortController().signal;
const doc = (id: string, text: string, title = '') => ({ id: docId(id), title, text });
const collection = (...docs: Dataset['docs']): Dataset => ({ docs, queries: [], judgments: [] });
const windows = (size: number): ChunkerSpec => ({ kind: 'window', size, overlap: 0, context: 'none' });

async function opened(dataset: Dataset) {
  const workshop = await openWorkshop();
  let asked = 0;
  const encoder = workshop.ports.encoder.with();
  const counting = {
    ...encoder,
    countTokens: (input: Parameters<typeof encoder.countTokens>[0]) => {
      asked += input.texts.length;
      return encoder.countTokens(input);
    },
  };
  const bench = createWorkbench({ ...workshop.ports, encoder: { with: () => counting, release: () => undefined } });
  const { id } = await keep(workshop, dataset);
  return {
    lengths: (chunker: ChunkerSpec, by = reader) => bench.collections.passageLengths(id, chunker, by, quiet()),
    bench,
    asked: () => asked,
  };
}

describe('lengths of passages', () => {
  it('are counted against what the model reads, its own two tokens left out', async () => {
    const { lengths } = await opened(collection(doc('a', 'x'.repeat(62)), doc('b', 'x'.repeat(63))));
    expect(await lengths({ kind: 'whole' })).toEqual({ passages: 2, characters: 125, longer: 1 });
  });

  it('are those of the passages that a chunker makes', async () => {
    const { lengths } = await opened(collection(doc('a', 'x'.repeat(130))));
    expect(await lengths(windows(62))).toEqual({ passages: 3, characters: 130, longer: 0 });
    expect(await lengths(windows(65))).toEqual({ passages: 2, characters: 130, longer: 2 });
    expect((await lengths({ kind: 'whole' })).longer).toBe(1);
  });

  it('count the context of a passage, and the prefix of the model', async () => {
    const { lengths } = await opened(collection(doc('a', 'é'.repeat(58), 'Title')));
    expect((await lengths({ ...windows(58), context: 'title' } as ChunkerSpec)).longer).toBe(1);
    expect((await lengths(windows(58))).longer).toBe(0);
    expect((await lengths(windows(58), { ...reader, passagePrefix: 'text: ' })).longer).toBe(1);
  });

  it('are none too long where the model reads whole documents', async () => {
    const { lengths } = await opened(collection(doc('a', 'x'.repeat(130))));
    expect((await lengths({ ...windows(65), late: true } as ChunkerSpec)).longer).toBe(0);
  });

  it('are kept, and tokens are not counted where there cannot be too many', async () => {
    const { lengths, asked } = await opened(
      collection(doc('a', 'é'.repeat(50)), doc('b', 'short'), doc('c', 'x'.repeat(70))),
    );
    await lengths({ kind: 'whole' });
    expect(asked()).toBe(2);
    await lengths({ kind: 'whole' });
    expect(asked()).toBe(2);
    await lengths({ kind: 'whole' }, { ...reader, maxTokens: 32 });
    expect(asked()).toBe(4);
  });
});

it('a document is cut where its passages are', async () => {
  const { bench } = await opened(collection(doc('a', 'x')));
  const text = doc('d', 'aa bb cc', 'T');
  expect(await bench.collections.chunk(text, { kind: 'whole' })).toEqual([{ start: 0, end: 8 }]);
  expect(
    await bench.collections.chunk(text, {
      kind: 'tokens',
      model: 'hitrate-embedding',
      revision: 'r1',
      size: 5,
      overlap: 0,
      context: 'title',
    }),
  ).toEqual([
    { start: 0, end: 5 },
    { start: 6, end: 8 },
  ]);
});
