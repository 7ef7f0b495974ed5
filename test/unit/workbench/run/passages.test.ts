import { beforeEach, describe, expect, it } from 'vitest';
import type { ChunkerSpec } from '../../../../src/domain/chunk/chunker-spec';
import { type Dataset, docId, queryId } from '../../../../src/base/types';
import { createWorkbench } from '../../../../src/workbench/workbench';
import type { Reader } from '../../../../src/workbench/run/chunking-size';
import { experiment, keep, MODELS, openBench, type OpenBench, openWorkshop, quiet, remarksOf } from '../workshop';
import type { ResultRecord } from '../../../../src/contract/result';
import type { ContextEntry } from '../../../../src/domain/chunk/written-contexts';
import { experimentFile, readExperiment } from '../../../../src/domain/experiment/experiment-file';
import type { Settings } from '../../../../src/domain/experiment/settings';

describe('chunking size', () => {
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
});

describe('contexts that were written elsewhere', () => {
  const text = 'The gate is old. It was painted in spring.';
  const docs = [
    { id: docId('a'), title: 'Gates', text },
    { id: docId('b'), title: 'Walls', text: 'The wall is new. It was painted in spring.' },
  ];
  const query = queryId('q');
  const DATASET: Dataset = {
    docs,
    queries: [{ id: query, text: 'amber painted spring' }],
    judgments: [{ query, doc: docId('a'), grade: 1, span: { start: 17, end: text.length } }],
  };
  const PLAIN: ChunkerSpec = { kind: 'sentences', size: 26, overlap: 0, context: 'none' };

  let own: OpenBench;
  beforeEach(async () => (own = await openBench(DATASET)));

  const run = (changes: Partial<Settings>): Promise<ResultRecord> =>
    own.bench.runs.run(own.collection.id, specOf(changes), quiet);

  const specOf = (changes: Partial<Settings>) =>
    experiment({
      systems: ['bm25'],
      depth: 20,
      ks: [1],
      families: ['HitRate'],
      measures: ['MRR', 'SpanPrecision@1'],
      ...changes,
    });

  const entry = (id: string, context: string): ContextEntry => ({ id, at: null, context });
  const OF_GATE = entry('a#17-42', 'This is about the amber gate.');

  async function add(file: string, ...entries: ContextEntry[]) {
    const all = await own.bench.collections.addSupplied(own.collection.id, [{ kind: 'contexts', file, entries }]);
    const { name, hash } = all.at(-1)!;
    return { name, hash };
  }

  const mrr = ({ systems }: ResultRecord): (number | null)[] => systems.map(({ measures }) => measures['MRR'] ?? null);

  it('find a passage by what is no text of it, and say how many passages have one', async () => {
    const file = await add('c.jsonl', OF_GATE, entry('a#1-2', 'Of no passage.'));
    const result = await run({ chunkings: [PLAIN, { ...PLAIN, context: file }] });
    expect(result.systems.map(({ id }) => id)).toEqual(['bm25 · sentences 26/0', 'bm25 · sentences 26/0 +c.jsonl']);
    const [without, withContext] = mrr(result);
    expect([without! < 1, withContext]).toEqual([true, 1]);
    // The context is not retrieved with the passage.
    expect(result.systems[1]!.measures['SpanPrecision@1']).toBe(1);
    expect((await own.bench.inspect.rankings(result, result.systems[1]!.id))!.get(query)![0]!.id).toBe('a#17-42');
    const data = { name: 'c.jsonl', chunking: 'sentences 26/0 +c.jsonl', passages: 4, given: 1, unmatched: 1 };
    expect(remarksOf(result)).toContainEqual({ code: 'contexts-indexed', data });
  });

  it('of whole documents leave them whole, with their ids and judgments', async () => {
    const file = await add('c.jsonl', entry('a', 'The amber gate.'));
    const whole: ChunkerSpec = { kind: 'whole' };
    const result = await run({ chunkings: [whole, { ...whole, context: file }], measures: ['MRR'] });
    expect(result.systems.map(({ id }) => id)).toEqual(['bm25 · whole', 'bm25 · whole +c.jsonl']);
    const [without, withContext] = mrr(result);
    expect([without! < 1, withContext]).toEqual([true, 1]);
    expect((await own.bench.inspect.rankings(result, result.systems[1]!.id))!.get(query)![0]!.id).toBe('a');
    expect(result.chunkings.map(({ passages }) => passages)).toEqual([2, 2]);
    const { signal } = new AbortController();
    const exported = await own.bench.questions.llamaIndex(own.collection.id, { ...whole, context: file }, 1, signal);
    expect((JSON.parse(exported.text) as { corpus: unknown }).corpus).toEqual({
      a: `Gates\nThe amber gate.\n${text}`,
      b: `Walls\n${docs[1]!.text}`,
    });
  });

  it('are part of every key: another file embeds its passages anew, the same one nothing', async () => {
    const chunking = async (...entries: ContextEntry[]): Promise<ChunkerSpec> => ({
      ...PLAIN,
      context: await add('c.jsonl', ...entries),
    });
    const first = await chunking(OF_GATE);
    const other = await chunking(entry('a#17-42', 'This is about the green gate.'));
    const one = await run({ systems: ['bm25', 'embedding'], chunkings: [first] });
    const before = own.workshop.work.embedded;
    await run({ systems: ['bm25', 'embedding'], chunkings: [first], depth: 10 });
    expect(own.workshop.work.embedded).toBe(before);
    const two = await run({ systems: ['bm25', 'embedding'], chunkings: [other] });
    // One passage alone has another text.
    expect(own.workshop.work.embedded).toBe(before + 1);
    expect([mrr(one)[0], mrr(two)[0]! < 1]).toEqual([1, true]);
    expect(one.key).not.toBe(two.key);
  });

  it('that are gone are refused by a run and by the file of an experiment, and what was computed is still shown', async () => {
    const file = await add('c.jsonl', OF_GATE);
    const spec = specOf({ chunkings: [{ ...PLAIN, context: file }] });
    const result = await run({ chunkings: [{ ...PLAIN, context: file }] });
    const read = async () =>
      readExperiment(experimentFile(spec), MODELS, {
        documents: true,
        runs: [],
        supplied: await own.bench.collections.supplied(own.collection.id),
      });
    expect((await read()).ok).toBe(true);
    await own.bench.collections.removeSupplied(own.collection.id, 'c.jsonl');
    expect(await read()).toMatchObject({ problems: [{ code: 'file-missing', data: { kind: 'contexts' } }] });
    await expect(run({ chunkings: [{ ...PLAIN, context: file }], depth: 10 })).rejects.toMatchObject({
      problem: { code: 'system-file-changed', data: { kind: 'contexts', name: 'c.jsonl' } },
    });
    expect((await own.bench.inspect.truth(result, 'bm25')).qrels.size).toBe(1);
  });

  it('are counted with the passages of a chunking, before a run', async () => {
    const file = await add('c.jsonl', OF_GATE);
    const reader = { model: MODELS[0]!.id, revision: MODELS[0]!.revision, maxTokens: 512, passagePrefix: '' };
    const { signal } = new AbortController();
    const lengthsOf = (chunker: ChunkerSpec) =>
      own.bench.collections.passageLengths(own.collection.id, chunker, reader, signal);
    const [plain, contextual] = [await lengthsOf(PLAIN), await lengthsOf({ ...PLAIN, context: file })];
    expect(plain.contexts).toBeUndefined();
    expect(contextual.contexts).toEqual({ passages: 4, given: 1, unmatched: 0 });
    expect(contextual.characters - plain.characters).toBe(OF_GATE.context.length + 1);
  });
});
