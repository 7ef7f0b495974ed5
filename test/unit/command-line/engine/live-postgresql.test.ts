import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Query, QueryId, Ranking } from '../../../../src/base/types';
import { type AnsweredList, askAll } from '../../../../src/command-line/engine/index-work';
import { runOf } from '../../../../src/command-line/engine/results';
import { EngineClient } from '../../../../src/command-line/engine/client';
import {
  type EnginePlan,
  type FusedBy,
  indexSystem,
  planFor,
  searchesIn,
} from '../../../../src/command-line/engine/plan';
import { postgresqlTransport } from '../../../../src/command-line/engine/connection';
import type { EngineIndex, HandedPassage, SearchedBy } from '../../../../src/domain/handover/target';
import type { ExperimentSpec } from '../../../../src/domain/experiment/experiment';
import { lexical } from '../../../../src/domain/experiment/catalogue';
import { NO_PARTS, type SystemSpec } from '../../../../src/domain/experiment/parts';
import type { FusionSpec } from '../../../../src/domain/fusion/fusion-spec';
import { openWords } from '../../../../src/domain/retrieval/lexical/open-words';
import { Postings, PostingsBuilder } from '../../../../src/domain/retrieval/lexical/postings';
import type { FileVectorsSpec, RetrieverSpec } from '../../../../src/domain/retrieval/retriever-spec';
import { DEFAULT_ANALYZER } from '../../../../src/domain/text/analyzer-spec';
import { collectionPath } from '../../../data';
import { type LivePostgres, startPostgres } from '../../../postgresql';
import { clustered } from '../../../vectors';
import { type CollectionOfTerms, termsOf } from '../../domain/handover/postgresql/collection';

const DEPTH = 30;
const DIMENSIONS = 16;
/** Of passages whose scores differ by less, either may come first. */
const EQUAL = 1e-6;

const LUCENE = { kind: 'bm25-lucene', k1: 1.2, b: 0.75, lengths: 'byte' } as const;
const words = lexical({ ...DEFAULT_ANALYZER, stopWords: ['en'], stemmer: 'en' }, LUCENE);
const vectors: FileVectorsSpec = {
  kind: 'file-vectors',
  name: 'made.npy',
  hash: 'made',
  search: { kind: 'nearest', metric: 'cosine' },
};
const FUSIONS: Readonly<Record<string, FusionSpec>> = {
  ranks: { method: 'rrf', constant: 60, weights: [1, 2] },
  'min-max': { method: 'wsum', norm: 'min-max', absent: 'zero', weights: [0.3, 0.7] },
  'least of a list': { method: 'mnz', norm: 'zmuv', absent: 'min' },
};
/** Questions that are asked by vectors and of joined lists; words are asked of all. */
const SOME = 60;

const system = (id: string, retrievers: RetrieverSpec[], fusion: FusionSpec | null = null): SystemSpec => ({
  ...{ id, retrievers, ...NO_PARTS, fusion },
});
const WORDS = system('words', [words]);
const SYSTEMS = [WORDS, ...Object.entries(FUSIONS).map(([id, fusion]) => system(id, [words, vectors], fusion))];

function planOf(by: FusedBy, systems = SYSTEMS): EnginePlan {
  const lists = { depth: DEPTH, lists: 'depth' } as const;
  const scored = { relevance: 1, missing: 'zero' } as const;
  const spec: ExperimentSpec = { schema: 1, systems, ...lists, ...scored, ks: [10], measures: ['nDCG@10'] };
  return planFor(spec, 'postgresql', by);
}

const folder = collectionPath('cranfield');

describe.skipIf(folder === null)('an index of Cranfield in PostgreSQL over its socket', () => {
  const key = 'cranfield';
  const signal = new AbortController().signal;
  let server: LivePostgres;
  let client: EngineClient;
  let collection: CollectionOfTerms;
  let asked: Float32Array;
  const answers = new Map<FusedBy, AnsweredList[]>();

  beforeAll(async () => {
    server = await startPostgres();
    const { host, port, user, database } = server;
    const transport = postgresqlTransport(`postgresql://${user}@${host}:${port}/${database}`, {});
    client = new EngineClient('postgresql', transport, {
      signal,
      wait: () => Promise.resolve(),
      onRetry: () => undefined,
    });
    collection = await termsOf(folder!, words.analyzer);
    const { docs, queries, terms } = collection;
    const matrix = clustered(docs.length, DIMENSIONS, 40, 5);
    asked = clustered(queries.length, DIMENSIONS, 40, 6);
    const rows = docs.map(({ id }, i): HandedPassage => ({
      ...{ id, position: i, content: null },
      searched: [
        { form: 'terms', terms: terms[i]! },
        { form: 'vector', vector: vectorIn(matrix, i) },
      ],
    }));
    await fill(mixed(rows));
    const context = { client, batch: 32, signal, progress: () => undefined };
    const values = valuesOf(queries);
    for (const by of ['here', 'engine'] as const)
      answers.set(by, await askAll(searchesIn(planOf(by), index), queries.slice(0, SOME), values, context));
  });
  afterAll(async () => {
    await client.close();
    await server.stop();
  });

  const index: EngineIndex = {
    name: 'hitrate_cranfield_1',
    key,
    handed: indexSystem(planOf('here'), {
      name: 'hitrate_cranfield_1',
      dimensions: [null, DIMENSIONS],
      stopWords: {},
    }),
  };

  /** As after broken connections: every request is sent again. */
  async function fill(rows: readonly HandedPassage[]): Promise<void> {
    for (let i = 0; i < 2; i++) await client.create(index);
    const batch = Math.ceil(rows.length / 3);
    for (const from of [0, 0, 1, 2, 1]) await client.add(index, rows.slice(from * batch, (from + 1) * batch));
    expect(await client.state(index)).toMatchObject({ is: 'ours', marker: { key, passages: null } });
    for (let i = 0; i < 2; i++) expect(await client.settle(index)).toBe(rows.length);
    await client.all(client.protocol.complete(index, rows.length));
    expect(await client.state(index)).toMatchObject({ is: 'ours', marker: { key, passages: rows.length } });
  }

  const valuesOf = (queries: readonly Query[]): SearchedBy[][] => [
    queries.map(({ text }) => ({ form: 'terms', terms: collection.analyze(text) })),
    queries.map((_, i) => ({ form: 'vector', vector: vectorIn(asked, i) })),
  ];

  const some = (): readonly Query[] => collection.queries.slice(0, SOME);
  const runs = (by: FusedBy, id: string): ReadonlyMap<QueryId, Ranking> =>
    runOf(
      planOf(by).systems.find((each) => each.id === id)!,
      answers.get(by)!,
      some(),
      DEPTH,
    );

  it('finds by words what Hitrate’s BM25 finds with lengths in one byte, for all questions, and not with exact ones', async () => {
    const { queries } = collection;
    const values = valuesOf(queries);
    const context = { client, batch: 32, signal, progress: () => undefined };
    const plan = planOf('here', [WORDS]);
    const found = runOf(
      plan.systems[0]!,
      await askAll(searchesIn(plan, index), queries, values, context),
      queries,
      DEPTH,
    );
    const { lengths: _, ...exact } = LUCENE;
    const [own, other] = [wordsOf(collection, words), wordsOf(collection, { ...words, scorer: exact })];
    queries.forEach(({ id, text }, i) => expectSame(found.get(id)!, own(text, DEPTH + 20), `question ${i}`));
    const ids = (ranking: Ranking): string => ranking.slice(0, 10).map(({ id }) => id).join(' '); // prettier-ignore
    const changed = queries.filter(({ id, text }) => ids(found.get(id)!) !== ids(other(text, DEPTH)));
    expect([queries.length, changed.length > 22]).toEqual([225, true]);
  });

  it.each(Object.keys(FUSIONS))('joins lists by %s as Hitrate joins them here', (id) => {
    const [here, there] = [runs('here', id), runs('engine', id)];
    some().forEach((question, i) => expectSame(there.get(question.id)!, here.get(question.id)!, `question ${i}`));
  });
});

/** As a stream comes: not in the order that decides ties. */
function mixed(rows: readonly HandedPassage[]): HandedPassage[] {
  const placed = rows.map((row, i) => ({ row, place: (i * 7919) % rows.length })).sort((a, b) => a.place - b.place);
  return placed.map(({ row }, position) => ({ ...row, position }));
}

const vectorIn = (rows: Float32Array, row: number): Float32Array =>
  rows.subarray(row * DIMENSIONS, (row + 1) * DIMENSIONS);

function wordsOf({ docs, terms, analyze }: CollectionOfTerms, spec: typeof words) {
  const builder = new PostingsBuilder();
  builder.add(terms);
  const search = openWords(new Postings(builder.finish()), spec);
  return (question: string, depth: number): Ranking =>
    search(analyze(question), depth).map(({ doc, score }) => ({ id: docs[doc]!.id, score }));
}

/**
 * Each place has a passage whose score is that of the place. @param expected may go on, since a passage at the end of a
 * list may be another of the same score
 */
function expectSame(found: Ranking, expected: Ranking, message: string): void {
  expect(found.length, message).toBe(Math.min(DEPTH, expected.length));
  const scores = new Map(expected.map(({ id, score }) => [id, score]));
  found.forEach(({ id, score }, i) => {
    expect(Math.abs(score - expected[i]!.score), `${message}, rank ${i + 1}`).toBeLessThan(EQUAL);
    expect(Math.abs((scores.get(id) ?? NaN) - expected[i]!.score), `${message}, ${id}`).toBeLessThan(EQUAL);
  });
}
