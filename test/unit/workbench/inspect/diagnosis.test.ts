import { describe, expect, it } from 'vitest';
import type { ResultRecord } from '../../../../src/contract/result';
import { DEFAULT_CHUNKER } from '../../../../src/domain/chunk/chunker-spec';
import type { Cause } from '../../../../src/domain/diagnosis/cause';
import { lossesOf, type Missed } from '../../../../src/domain/diagnosis/diagnose';
import { catalogue, lexical } from '../../../../src/domain/experiment/catalogue';
import { type ComposedSystem, composedSystem } from '../../../../src/domain/experiment/composed';
import { DEFAULT_CROSS_FITTED } from '../../../../src/domain/fusion/fusion-spec';
import { defaultLearned } from '../../../../src/domain/ltr/learned-spec';
import { packRankings } from '../../../../src/domain/run/packed';
import { DEFAULT_ANALYZER } from '../../../../src/domain/text/analyzer-spec';
import { type Dataset, docId, queryId } from '../../../../src/base/types';
import { createWorkbench } from '../../../../src/workbench/workbench';
import type { Diagnosis } from '../../../../src/workbench/inspect/diagnosis';
import { experiment, madeUp, openBench, openWorkshop, type OpenBench, quiet } from '../workshop';

const words = lexical(DEFAULT_ANALYZER);
const VECTORS = catalogue().find(({ system }) => system.id === 'cosine')!.system.retrievers[0]!;

const recallOf = (result: ResultRecord, system: string, k: number): Float64Array =>
  result.systems.find(({ id }) => id === system)!.perQuery[`Recall@${k}`]!;

/** For each question, 1 − what is lost by causes. */
const kept = ({ questions }: Diagnosis): number[] =>
  questions.map(
    ({ missed, targets }) => 1 - Object.values(lossesOf(missed, targets)).reduce((sum, each) => sum + each, 0),
  );

function expectRecall(result: ResultRecord, diagnosis: Diagnosis): void {
  const recall = recallOf(result, diagnosis.system, diagnosis.k);
  expect(diagnosis.questions.map(({ query }) => query)).toEqual(result.queries);
  kept(diagnosis).forEach((value, i) => expect(value).toBeCloseTo(recall[i]!, 12));
}

const missedBy = ({ questions }: Diagnosis): Missed[] => questions.flatMap(({ missed }) => missed);

/** 80 passages, of which many share their words, and two relevant ones for each question. */
function dataset(): Dataset {
  const made = madeUp(80, 16);
  const second = made.queries.map(({ id }, i) => ({ query: id, doc: docId(`d${(i * 7 + 30) % 80}`), grade: 2 }));
  return { ...made, judgments: [...made.judgments, ...second] };
}

const run = ({ bench, collection }: OpenBench, changes: Parameters<typeof experiment>[0] = {}) =>
  bench.runs.run(collection.id, experiment({ ks: [1, 3, 5], families: ['Recall'], measures: [], ...changes }), quiet);

describe('a diagnosis', async () => {
  const shared = await openBench(dataset());
  const result = await run(shared);
  const diagnosed = (of: ResultRecord, system: string, k: number) =>
    shared.bench.inspect.diagnosis(of, system, k, quiet);

  it('accounts for all recall that each ready-made system loses, at every k', async () => {
    const causes = new Set<Cause>();
    for (const { id } of result.systems)
      for (const k of [1, 3, 5]) {
        const diagnosis = await diagnosed(result, id, k);
        expect(diagnosis).toMatchObject({ system: id, k, stages: 'known', cutAt: null });
        expectRecall(result, diagnosis);
        missedBy(diagnosis).forEach(({ cause }) => causes.add(cause));
      }
    expect(causes.size).toBeGreaterThan(3);
  });

  it('where lists are cut at each k reads those of that k', async () => {
    const cut = await run(shared, { lists: 'k' });
    for (const { id } of cut.systems)
      for (const k of [1, 3, 5]) {
        const diagnosis = await diagnosed(cut, id, k);
        expectRecall(cut, diagnosis);
        for (const { facts } of missedBy(diagnosis)) {
          expect(facts.rank ?? Infinity).toBeGreaterThan(k);
          // What a retriever has, a reranker reads: the fusion before it loses nothing.
          const [fusion, rerank] = facts.steps;
          if (rerank) expect(fusion!.after !== null).toBe(facts.retrievers.some(({ rank }) => rank !== null));
        }
      }
  });

  it('computes nothing by a model, also in another tab, and leaves results as they are', async () => {
    const other = await openWorkshop(shared.workshop.database);
    const bench = createWorkbench(other.ports);
    const before = await bench.runs.results(shared.collection.id);
    for (const { id } of result.systems)
      expect(await bench.inspect.diagnosis(result, id, 3, quiet)).toEqual(await diagnosed(result, id, 3));
    expect(other.work).toEqual({ embedded: 0, scored: 0 });
    expect(await bench.runs.results(shared.collection.id)).toEqual(before);
  });

  it('has the rank of each missed passage in the lists that systems of one retriever give, and after each step', async () => {
    const rankIn = async (system: string, query: string, id: string): Promise<number | null> => {
      const list = (await shared.bench.inspect.rankings(result, system))!.get(queryId(query))!;
      return list.findIndex((hit) => hit.id === id) + 1 || null;
    };
    const diagnosis = await diagnosed(result, 'ensemble-rerank', 1);
    const missed = diagnosis.questions.flatMap(({ query, missed: each }) => each.map((one) => ({ query, ...one })));
    expect(missed.length).toBeGreaterThan(10);
    for (const { query, id, facts } of missed) {
      const [fusion, rerank] = facts.steps;
      expect(facts.retrievers.map(({ kind }) => kind)).toEqual(['words', 'vectors']);
      expect(facts.retrievers[0]!.rank).toBe(await rankIn('bm25', query, id!));
      expect(facts.retrievers[1]!.rank).toBe(await rankIn('embedding', query, id!));
      expect(fusion).toMatchObject({ part: 'fusion', before: null, after: await rankIn('ensemble', query, id!) });
      expect(rerank).toMatchObject({ part: 'rerank', before: fusion!.after, after: facts.rank, reads: 20 });
      expect(facts.rank).toBe(await rankIn('ensemble-rerank', query, id!));
    }
  });

  it('counts needs where a question has them, and what nothing meets as missing', async () => {
    const made = dataset();
    const needs = [{ docs: [docId('d0'), docId('d30')] }, { docs: [] }, { docs: [docId('d55')] }];
    const own = await openBench({ ...made, requirements: [{ query: queryId('q0'), needs }] });
    const needing = await run(own);
    const diagnosis = await own.bench.inspect.diagnosis(needing, 'bm25', 1, quiet);
    expectRecall(needing, diagnosis);
    const [first] = diagnosis.questions;
    expect(first!.targets).toBe(3);
    expect(first!.missed.find(({ docs }) => docs.length === 0)).toMatchObject({
      id: null,
      cause: 'not-searched',
      facts: { searched: 'missing' },
    });
  });

  it('follows the judgments of now', async () => {
    const own = await openBench(dataset());
    const read = await own.bench.questions.read(own.collection.id);
    const former = await run(own, { systems: ['bm25'] });
    const targets = async () => (await own.bench.inspect.diagnosis(former, 'bm25', 3, quiet)).questions[0]!.targets;
    expect(await targets()).toBe(2);
    await own.bench.questions.save(own.collection.id, { ...read, judgments: read.judgments.slice(1) }, read);
    expect(await targets()).toBe(1);
  });

  it('reads stages that are no systems of the result from the caches, where every question is as it was', async () => {
    const own = await openBench(dataset());
    const fusion = { method: 'rrf' as const, constant: 60, weights: [1, 1] };
    const composed = [composedSystem('fused', [words, VECTORS], { fusion })];
    const result = await run(own, { systems: [], composed });
    expect((await own.bench.inspect.diagnosis(result, 'fused', 1, quiet)).stages).toBe('known');
    const read = await own.bench.questions.read(own.collection.id);
    const queries = read.queries.map((query) => (query.id === 'q2' ? { ...query, text: 'nothing of it' } : query));
    await own.bench.questions.save(own.collection.id, { ...read, queries }, read);
    const before = { ...own.workshop.work };
    const diagnosis = await own.bench.inspect.diagnosis(result, 'fused', 1, quiet);
    // The block of the question is no longer cached, and nothing is searched anew.
    expect(diagnosis.stages).toBe('not-kept');
    expect(own.workshop.work).toEqual(before);
    expectRecall(result, diagnosis);
    expect(missedBy(diagnosis).every(({ facts }) => facts.retrievers.length === 0)).toBe(true);
  });

  it('knows only ranks of an external run', async () => {
    const { bench, collection } = shared;
    const lists = [[0, 30, 5].map((doc, i) => ({ doc, score: 3 - i }))];
    const docs = Array.from({ length: 80 }, (_, i) => docId(`d${i}`));
    const given = { queries: [queryId('q0')], docs, rankings: packRankings(lists) };
    const file = { file: 'x.run', format: 'trec-run', tag: 'x', run: given } as const;
    const [header] = await bench.runs.addExternal(collection.id, [file]);
    const composed = [composedSystem('x', [{ kind: 'run', name: 'x', hash: header!.hash }])];
    const external = await run(shared, { systems: [], composed });
    const diagnosis = await diagnosed(external, 'x', 1);
    expect(diagnosis.stages).toBe('external');
    expectRecall(external, diagnosis);
    expect(diagnosis.questions[0]!.missed.map(({ cause, facts }) => [cause, facts.rank])).toEqual([
      ['just-below-k', 2],
    ]);
    const causes = new Set(missedBy(diagnosis).map(({ cause }) => cause));
    expect([...causes].sort()).toEqual(['just-below-k', 'other']);
  });

  it('reads the first passages of the result where its whole lists are gone, and says so', async () => {
    const diagnosis = await diagnosed({ ...result, key: 'another' }, 'bm25', 3);
    expect(diagnosis).toMatchObject({ cutAt: 20, stages: 'known' });
    expectRecall(result, diagnosis);
  });

  it('explains what is trained, as far as its model is kept', async () => {
    const pair: ComposedSystem['retrievers'] = [words, VECTORS];
    const composed = [
      { ...composedSystem('bayes', pair), crossFitted: DEFAULT_CROSS_FITTED.bayesfuse },
      composedSystem('learned', pair, { learned: defaultLearned('lambda-mart') }),
    ];
    const trained = await run(shared, { systems: [], composed });
    for (const id of ['bayes', 'learned']) {
      const diagnosis = await diagnosed(trained, id, 1);
      expectRecall(trained, diagnosis);
      expect(diagnosis.stages).toBe('known');
    }
  });
});

describe('a diagnosis of passages that documents are chunked into', () => {
  const FILLER = 'Plain words that nobody asks about stand here and go on until the page is full. ';
  const NAMES = 'amber birch copper delta'.split(' ');

  function library(): Dataset {
    const docs = NAMES.map((word, i) => ({
      id: docId(`shelf/${word}.txt`),
      title: '',
      text: `${FILLER.repeat(4 + i)}The ${word} stands at the gate. ${FILLER.repeat(5)}`,
    }));
    const queries = NAMES.map((_, i) => ({ id: queryId(`q${i}`), text: 'words that nobody asks' }));
    const judgments = queries.flatMap(({ id: query }, i) => {
      const { id: doc, text } = docs[i]!;
      return [
        { query, doc, grade: 1, span: { start: text.indexOf('The '), end: text.indexOf('gate.') + 5 } },
        // All of it: no chunk holds half.
        { query, doc: docs[(i + 1) % 4]!.id, grade: 1, span: { start: 0, end: 300 } },
      ];
    });
    return { docs, queries, judgments };
  }

  const settings = {
    systems: ['bm25', 'ensemble'] as const,
    chunkings: [{ ...DEFAULT_CHUNKER, size: 120, overlap: 0 }],
  };

  it('accounts for the recall of spans', async () => {
    const own = await openBench(library());
    const result = await run(own, settings);
    for (const { id } of result.systems)
      for (const k of [1, 3]) expectRecall(result, await own.bench.inspect.diagnosis(result, id, k, quiet));
  });

  it('accounts for the recall of documents, where lists are read as such', async () => {
    const own = await openBench(library());
    const result = await run(own, { ...settings, aggregate: 'max' });
    for (const { id } of result.systems) {
      const diagnosis = await own.bench.inspect.diagnosis(result, id, 1, quiet);
      expectRecall(result, diagnosis);
      expect(diagnosis.stages).toBe('known');
      for (const { facts } of missedBy(diagnosis)) expect(facts.retrievers.length).toBeGreaterThan(0);
    }
  });
});
