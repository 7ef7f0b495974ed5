import { describe, expect, it } from 'vitest';
import type { EncoderApi } from '../../../../src/contract/model-workers';
import { type ChunkerSpec, DEFAULT_CHUNKER } from '../../../../src/domain/chunk/chunker-spec';
import { prepareCorpus } from '../../../../src/domain/dataset/corpus';
import { type Doc, docId } from '../../../../src/base/types';
import {
  chunkerTokens,
  chunksOf,
  corpusOf,
  documentsKey,
  openCorpus,
  openPassages,
} from '../../../../src/workbench/kernel/corpus';
import type { Ports } from '../../../../src/workbench/kernel/ports';
import { pausesOf } from '../pauses';
import { fixedModels, keep, madeUp, MODELS, openWorkshop } from '../workshop';

const doc = (id: string): Doc => ({ id: docId(id), title: 'T', text: id });

/** An encoder of a token a word, that lists the signals that it was called with. */
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

describe('a corpus on the page', () => {
  it('is what the worker prepared', async () => {
    const docs = ['a', 'c', 'b'].map(doc);
    const corpus = await corpusOf(docs, prepareCorpus(docs));
    expect(corpus.ids).toEqual(['c', 'b', 'a']);
    expect(corpus.texts).toEqual(['T\nc', 'T\nb', 'T\na']);
    expect(corpus.docs).toEqual(['c', 'b', 'a'].map(doc));
    expect([...corpus.positions]).toEqual([['c', 0], ['b', 1], ['a', 2]]); // prettier-ignore
  });

  it('lets the page paint while it is built', async () => {
    const docs = Array.from({ length: 1000 }, (_, i) => doc(`d${i}`));
    const prepared = prepareCorpus(docs);
    expect(await pausesOf(() => corpusOf(docs, prepared))).toBeGreaterThan(900);
  });

  it('is read from storage by the worker, whole and in passages, whose places alone need no texts', async () => {
    const workshop = await openWorkshop();
    const { ports } = workshop;
    const dataset = madeUp(5, 1);
    const { id } = await keep(workshop, dataset);
    const { signal } = new AbortController();
    const { docs, corpus } = await openCorpus(ports, id, signal);
    expect(docs).toEqual(dataset.docs);
    expect(corpus).toEqual(await corpusOf(docs, prepareCorpus(docs)));
    const chunker = { ...DEFAULT_CHUNKER, size: 10, overlap: 0 };
    const read = await documentsKey(ports, id);
    const { chunks, corpus: passages } = await openPassages(ports, id, docs, read, chunker, signal);
    const worker = { ...ports.documents().with(), chunk: () => Promise.reject(new Error('not asked')) };
    const placing: Ports = { ...ports, documents: () => ({ with: () => worker, release: () => undefined }) };
    expect(await chunksOf(placing, id, chunker, signal)).toEqual(chunks);
    expect(chunks.length).toBeGreaterThan(5);
    expect(passages.docs.length).toBe(chunks.length);
    for (const { id: passage, place } of chunks) {
      const { text } = docs.find((each) => each.id === place.doc)!;
      expect(passages.docs[passages.positions.get(passage)!]!.text).toBe(text.slice(place.start, place.end));
    }
    // Nor are documents cut by the places of those that replaced them meanwhile.
    const before = 'the key of documents that are gone';
    await expect(openPassages(ports, id, docs, before, chunker, signal)).rejects.toMatchObject({
      code: 'changed-elsewhere',
      data: { what: 'documents' },
    });
  });

  it('counts tokens until it is cancelled, and never ends the worker, in which a run may be embedding', async () => {
    const abort = new AbortController();
    const { ports, signals } = counting(() => abort.abort());
    const spec: ChunkerSpec = { kind: 'tokens', model: 'm', revision: 'r', size: 2, overlap: 0, context: 'none' };
    const count = await chunkerTokens(ports, spec, abort.signal);
    expect(await count(['one two'])).toEqual(Uint32Array.of(2));
    await expect(count(['three'])).rejects.toMatchObject({ name: 'AbortError' });
    expect(signals).toEqual([undefined]);
  });
});
