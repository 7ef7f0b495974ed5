import type { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DocId, Ranking } from '../../../../../src/base/types';
import type { FusionSpec } from '../../../../../src/domain/fusion/fusion-spec';
import { fuse } from '../../../../../src/domain/fusion/fuse';
import { POSTGRESQL } from '../../../../../src/domain/handover/postgresql/postgresql';
import {
  searchedText,
  searchFunction,
  searchPlan,
  searchQuery,
  type SearchPlan,
} from '../../../../../src/domain/handover/postgresql/search-sql';
import type { HandedSystem, SearchedBy } from '../../../../../src/domain/handover/target';
import { openMatrix } from '../../../../../src/domain/retrieval/dense/search';
import type { ScoredDoc } from '../../../../../src/domain/retrieval/exact-search';
import { openWords } from '../../../../../src/domain/retrieval/lexical/open-words';
import { Postings, PostingsBuilder } from '../../../../../src/domain/retrieval/lexical/postings';
import type { ScorerSpecOf } from '../../../../../src/domain/retrieval/lexical/scorers';
import type { DenseSpec, LexicalSpec } from '../../../../../src/domain/retrieval/retriever-spec';
import { type AnalyzerSpec, DEFAULT_ANALYZER } from '../../../../../src/domain/text/analyzer-spec';
import { onnxRuntimePath } from '../../../../../tools/onnxruntime.mjs';
import { collectionPath } from '../../../../data';
import { connected, type LivePostgres, startPostgres } from '../../../../postgresql';
import { type AnalysedCollection, analysed, contentOf } from './collection';
import { BEFORE_QUERY, type Found, foundBy, runFiles, textOf } from './run-files';
import { quotedText } from '../../../../../src/domain/handover/postgresql/sql-text';

/** Passages of each list; the first ten of the fused one are compared. */
const DEPTH = 30;
const FIRST = 10;
/** Of passages whose scores differ by less, either may come first. */
const EQUAL = 1e-6;

const words = (analyzer: AnalyzerSpec): LexicalSpec => ({
  kind: 'lexical',
  analyzer,
  scorer: { kind: 'bm25-lucene', k1: 1.2, b: 0.75, lengths: 'byte' },
  question: { kind: 'as-asked' },
});
const vectors: DenseSpec = {
  kind: 'dense',
  model: 'hitrate-embedding',
  revision: 'test',
  device: 'wasm',
  queryPrefix: '',
  passagePrefix: '',
  maxTokens: 256,
  search: { kind: 'nearest', metric: 'cosine' },
};
const FUSIONS: Readonly<Record<string, FusionSpec>> = {
  'reciprocal ranks, the vectors twice': { method: 'rrf', constant: 60, weights: [1, 2] },
  'min-max, .3 and .7': { method: 'wsum', norm: 'min-max', absent: 'zero', weights: [0.3, 0.7] },
};
const COLLECTIONS = [
  ['semiconductor-zh', DEFAULT_ANALYZER, 321],
  ['cranfield', { ...DEFAULT_ANALYZER, stopWords: ['en'], stemmer: 'en' }, 225],
] as const satisfies readonly (readonly [string, AnalyzerSpec, number])[];

const runtime = onnxRuntimePath();

describe.skipIf(runtime === null)('PostgreSQL over its socket (PGlite with pgvector)', () => {
  let server: LivePostgres;
  let client: Client;

  beforeAll(async () => {
    server = await startPostgres();
    client = await connected(server);
  });
  afterAll(async () => {
    await client.end();
    await server.stop();
  });

  describe.each(COLLECTIONS)('%s', (name, analyzer, questions) => {
    const folder = collectionPath(name);
    let collection: AnalysedCollection;
    let plan: SearchPlan;
    let lists: readonly (readonly [Ranking, Ranking])[];

    const handed = (fusion: FusionSpec): HandedSystem => ({
      system: {
        id: name,
        retrievers: [words(analyzer), vectors],
        fusion,
        learned: null,
        rerank: null,
        threshold: null,
      },
      name: `live-${name}`,
      depth: DEPTH,
      k: FIRST,
      dimensions: [null, collection.dimensions],
      fields: [],
      stopWords: {},
      approximate: false,
    });

    beforeAll(async () => {
      if (folder === null) return;
      collection = await analysed(folder, analyzer);
      const system = handed(Object.values(FUSIONS)[0]!);
      plan = searchPlan(system);
      lists = listsOf(collection, words(analyzer));
      await runFiles(client, POSTGRESQL.files(system, contentOf(collection)), BEFORE_QUERY);
    });

    const asked = (question: number): (string | null)[] => {
      const { analyze, queries, asked: all, dimensions } = collection;
      const vector = all.subarray(question * dimensions, (question + 1) * dimensions);
      const searched: SearchedBy[] = [
        { form: 'terms', terms: analyze(queries[question]!.text) },
        { form: 'vector', vector },
      ];
      return searched.map(searchedText);
    };

    it.skipIf(folder === null)(
      'is asked by the query of the export, of which psql fills in the variables',
      async () => {
        const query = textOf(POSTGRESQL.files(handed(Object.values(FUSIONS)[0]!), contentOf(collection)), 'query.sql');
        const [prepare, execute] = (await query).split(/;\n/);
        await client.query(prepare!);
        for (const question of [0, 1, 2]) {
          const [, vector] = asked(question);
          const terms = collection.analyze(collection.queries[question]!.text);
          const filled = execute!
            .replace(":'tokens_1'", quotedText(`{${terms.join(',')}}`))
            .replace(":'vector_2'", quotedText(vector!));
          const { rows } = await client.query<Found>(filled);
          expectSame(rows, fuse(lists[question]!, Object.values(FUSIONS)[0]!), `question ${question}`);
        }
        await client.query('DEALLOCATE hitrate_search');
      },
    );

    it.skipIf(folder === null)('needs lengths in one byte: exact ones find others', () => {
      const { lengths: _, ...exact } = words(analyzer).scorer as { lengths?: 'byte' } & ScorerSpecOf<'bm25-lucene'>;
      const others = listsOf(collection, { ...words(analyzer), scorer: exact });
      const first = (ranking: Ranking): string => ranking.slice(0, FIRST).map(({ id }) => id).join(' '); // prettier-ignore
      const changed = lists.filter(([byBytes], i) => first(byBytes) !== first(others[i]![0]));
      expect(changed.length).toBeGreaterThan(questions / 10);
    });

    it.skipIf(folder === null).each([0, 1] as const)(
      'finds by retriever %i alone what Hitrate finds',
      async (retriever) => {
        for (const question of collection.queries.keys()) {
          const found = asked(question)[retriever]!;
          const rows = await foundBy(client, plan, retriever, found, FIRST);
          expectSame(rows, lists[question]![retriever].slice(0, FIRST + 20), `question ${question}`);
        }
        expect(collection.queries).toHaveLength(questions);
      },
    );

    it.skipIf(folder === null).each(Object.entries(FUSIONS))('joins both by %s as Hitrate does', async (_, fusion) => {
      const joined = searchPlan(handed(fusion));
      await client.query(searchFunction(joined));
      for (const question of collection.queries.keys()) {
        const { rows } = await client.query<Found>(searchQuery(joined), [...asked(question), FIRST]);
        expectSame(rows, fuse(lists[question]!, fusion), `question ${question}`);
      }
    });
  });
});

/** The first ten are the same in the same order; where scores are equal within {@link EQUAL}, either order is. */
function expectSame(found: readonly Found[], ranking: Ranking, message: string): void {
  expect(found.length, message).toBe(Math.min(FIRST, ranking.length));
  const scores = new Map(ranking.map(({ id, score }) => [id as string, score]));
  found.forEach(({ id, score }, i) => {
    expect(Math.abs(score - ranking[i]!.score), `${message}, rank ${i + 1}`).toBeLessThan(EQUAL);
    expect(Math.abs((scores.get(id) ?? NaN) - ranking[i]!.score), `${message}, ${id}`).toBeLessThan(EQUAL);
  });
}

/** Both lists of each question, by the app's own retrievers. */
function listsOf(collection: AnalysedCollection, spec: LexicalSpec): [Ranking, Ranking][] {
  const { docs, queries, analyze, terms, vectors: rows, asked, dimensions } = collection;
  const builder = new PostingsBuilder();
  builder.add(terms);
  const search = openWords(new Postings(builder.finish()), spec);
  const nearest = openMatrix(rows, dimensions, 'cosine').search(asked, DEPTH, () => 0).lists;
  const ranking = (hits: readonly ScoredDoc[]): Ranking =>
    hits.map(({ doc, score }) => ({ id: docs[doc]!.id as DocId, score }));
  return queries.map(({ text }, i) => [ranking(search(analyze(text), DEPTH)), ranking(nearest[i]!)]);
}
