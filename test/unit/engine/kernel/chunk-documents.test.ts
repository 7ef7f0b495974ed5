import { describe, expect, it } from 'vitest';
import type { EncoderApi } from '../../../../src/contract/workers';
import { type ChunkerSpec, DEFAULT_CHUNKER, type SplitChunkerSpec } from '../../../../src/domain/chunk/chunker-spec';
import { type Doc, docId } from '../../../../src/base/types';
import { cutDocuments } from '../../../../src/engine/kernel/chunk-documents';
import type { Ports } from '../../../../src/engine/kernel/ports';
import { fixedModels, MODELS } from '../workshop';

const TOKENS: SplitChunkerSpec & ChunkerSpec = {
  kind: 'tokens',
  model: 'm',
  revision: 'r',
  size: 2,
  overlap: 0,
  context: 'none',
};
const doc: Doc = {
  id: docId('a'),
  title: 'Guide',
  text: 'Pumps\nOne pump.\n\nValves\nOne valve.',
  metadata: { year: 1984 },
  outline: {
    pages: [],
    headings: [
      { start: 0, level: 1, text: 'Pumps' },
      { start: 17, level: 2, text: 'Valves' },
    ],
  },
};

/** An encoder of a token a word, that tells with which signals it was asked. */
function counting(onCount: () => void) {
  const signals: (AbortSignal | undefined)[] = [];
  const countTokens: EncoderApi['countTokens'] = ({ texts }) => {
    onCount();
    return Promise.resolve(Uint32Array.from(texts, (text) => text.split(/\s+/).filter(Boolean).length));
  };
  const encoder = {
    with: (signal?: AbortSignal) => {
      signals.push(signal);
      return { countTokens } as EncoderApi;
    },
    release: () => undefined,
  };
  const models = fixedModels([{ ...MODELS[0]!, id: 'm', revision: 'r' }]);
  return { ports: { encoder, models, modelFolder: '' } as unknown as Ports, signals };
}

describe('cutting documents', () => {
  it('gives passages the metadata of their document, and what stands before them as a title', async () => {
    const { ports } = counting(() => undefined);
    const spec: SplitChunkerSpec = { ...DEFAULT_CHUNKER, size: 20, overlap: 0, context: 'headings' };
    const { passages, chunks } = await cutDocuments(ports, [doc], spec, new AbortController().signal);
    expect(passages.map(({ id, title, text, metadata }) => [id, title, text, metadata])).toEqual([
      ['a#0-15', 'Guide › Pumps', 'Pumps\nOne pump.', { year: 1984 }],
      ['a#17-34', 'Guide › Pumps › Valves', 'Valves\nOne valve.', { year: 1984 }],
    ]);
    expect(chunks.map(({ id, place }) => [id, place])).toEqual([
      ['a#0-15', { doc: 'a', start: 0, end: 15 }],
      ['a#17-34', { doc: 'a', start: 17, end: 34 }],
    ]);
  });

  it('by tokens stops at the next call, and never ends the worker, in which a run may be embedding', async () => {
    const abort = new AbortController();
    let calls = 0;
    const { ports, signals } = counting(() => ++calls === 2 && abort.abort());
    await expect(cutDocuments(ports, [doc], TOKENS, abort.signal)).rejects.toMatchObject({ name: 'AbortError' });
    expect(calls).toBe(2);
    expect(signals).toEqual([undefined, undefined]);
  });
});
