import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readCollection } from '../../../../src/adapters/files/read';
import { analyzerLoaders } from '../../../../src/adapters/text/loaders';
import { docId, queryId, type Ranking, type Run } from '../../../../src/base/types';
import { passageText, prepareCorpus } from '../../../../src/domain/dataset/corpus';
import { lexical } from '../../../../src/domain/experiment/catalogue';
import { openWords } from '../../../../src/domain/retrieval/lexical/open-words';
import { Postings, PostingsBuilder } from '../../../../src/domain/retrieval/lexical/postings';
import { DEFAULT_ANALYZER } from '../../../../src/domain/text/analyzer-spec';
import { openAnalyzer } from '../../../../src/domain/text/open-analyzer';
import { collectionPath } from '../../../data';
import { folderFiles } from '../../../folder-files';
import { askAll, ensureIndex } from '../../../../src/command-line/engine/index-work';
import { type FusedBy, indexSystem, planFor, searchesIn } from '../../../../src/command-line/engine/plan';
import { runOf } from '../../../../src/command-line/engine/results';
import type { ExperimentSpec } from '../../../../src/domain/experiment/experiment';
import { NO_PARTS } from '../../../../src/domain/experiment/parts';
import type { FusionSpec } from '../../../../src/domain/fusion/fusion-spec';
import { madeCollection } from '../../../engine-server/passages';
import { EngineClient } from '../../../../src/command-line/engine/client';
import { EngineWork } from '../../../../src/command-line/kept-work';
import { postgresqlTransport } from '../../../../src/command-line/engine/connection';
import type { EngineIndex, HandedPassage, SearchedBy } from '../../../../src/domain/handover/target';
import type { RetrieverSpec } from '../../../../src/domain/retrieval/retriever-spec';
import { dense, handed, LEXICAL } from '../../domain/handover/make';
import { connected, type LivePostgres, startPostgres } from '../../../postgresql';
import { type Refusal, startRefusing } from '../../../refusing-postgresql';

const words: RetrieverSpec = { ...LEXICAL, scorer: { kind: 'bm25-lucene', k1: 1.2, b: 0.75, lengths: 'byte' } };
const vectors: RetrieverSpec = dense();
const index = (retrievers: RetrieverSpec[] = [words, vectors]): EngineIndex => ({
  name: 'hitrate_x',
  key: 'x',
  handed: { ...handed({ retrievers, fusion: null }), name: 'hitrate_x' },
});
const row = (vector: readonly number[]): HandedPassage => ({
  id: docId('p'),
  position: 0,
  content: null,
  searched: [
    { form: 'terms', terms: ['wing'] },
    { form: 'vector', vector },
  ],
});

const DEPTH = 30;
const FUSIONS: readonly FusionSpec[] = [
  { method: 'rrf', constant: 60, weights: [1, 2] },
  { method: 'wsum', norm: 'min-max', absent: 'zero', weights: [0.3, 0.7] },
  { method: 'mnz', norm: 'zmuv', absent: 'min' },
];
const systems = FUSIONS.map((fusion, i) => ({ id: `s${i}`, retrievers: [words, vectors], ...NO_PARTS, fusion }));
const planOf = (by: FusedBy, of: ExperimentSpec['systems'] = systems) => {
  const scored = { relevance: 1, missing: 'zero', lists: 'depth' } as const;
  const spec = {
    schema: 1,
    systems: of,
    depth: DEPTH,
    ks: [10],
    measures: ['nDCG@10'],
    ...scored,
  } satisfies ExperimentSpec;
  return planFor(spec, 'postgresql', by);
};

const LUCENE = { kind: 'bm25-lucene', k1: 1.2, b: 0.75, lengths: 'byte' } as const;
const english = lexical({ ...DEFAULT_ANALYZER, stopWords: ['en'], stemmer: 'en' }, LUCENE);
/** Documents in the order that decides ties, questions, and what Hitrate itself finds. */
async function openedFolder(folder: string) {
  const read = await readCollection({ files: folderFiles(folder) }, () => {});
  if (!read.ok || read.kind === 'runs') throw new Error(`${folder} is not read`);
  const { docs: given, queries } = read.dataset;
  const docs = Array.from(prepareCorpus(given).order, (place) => given[place]!);
  const analyze = await openAnalyzer(english.analyzer, analyzerLoaders);
  const terms = docs.map((doc) => analyze(passageText(doc)));
  const builder = new PostingsBuilder();
  builder.add(terms);
  const postings = new Postings(builder.finish());
  const find = (by: typeof english) => {
    const search = openWords(postings, by);
    return (text: string, depth: number): Ranking =>
      search(analyze(text), depth).map(({ doc, score }) => ({ id: docs[doc]!.id, score }));
  };
  return { docs, queries, analyze, terms, find };
}

/** Each place has a passage whose score is that of the place. @param expected goes on: the last may be another of its score */
function expectSame(found: Ranking, expected: Ranking, message: string): void {
  expect(found.length, message).toBe(Math.min(DEPTH, expected.length));
  const scores = new Map(expected.map(({ id, score }) => [id, score]));
  found.forEach(({ id, score }, i) => {
    expect(Math.abs(score - expected[i]!.score), `${message}, rank ${i + 1}`).toBeLessThan(1e-6);
    expect(Math.abs((scores.get(id) ?? NaN) - expected[i]!.score), `${message}, ${id}`).toBeLessThan(1e-6);
  });
}

interface Asked {
  readonly client: EngineClient;
  /** How often something was sent again. */
  readonly again: number;
}

async function clientOf(port: number, use: (asked: Asked) => Promise<unknown>, env = {}): Promise<string> {
  const { signal } = new AbortController();
  const noWait = (): Promise<void> => Promise.resolve();
  const asked = { again: 0 };
  const transport = postgresqlTransport(`postgresql://postgres@127.0.0.1:${port}/postgres`, env);
  const client = new EngineClient('postgresql', transport, {
    signal,
    wait: noWait,
    onRetry: () => void asked.again++,
  });
  try {
    await use(Object.assign(asked, { client }));
    return 'nothing failed';
  } catch (error) {
    return `${(error as Error).message} (again: ${asked.again})`;
  } finally {
    await client.close();
  }
}

describe('what a server refuses is said with what to do, and is not asked for again', () => {
  const refusals: readonly (readonly [string, Refusal, object, RegExp])[] = [
    [
      'a wrong password',
      { at: 'login', severity: 'FATAL', code: '28P01', message: 'password authentication failed for user "postgres"' },
      { PGPASSWORD: 'wrong' },
      /^PostgreSQL: password authentication failed for user "postgres"\. It refused the login: set PGUSER, PGPASSWORD .* \(again: 0\)$/,
    ],
    [
      'no password where one is asked for',
      { at: 'password' },
      {},
      /client password must be a string\. It refused the login: set PGUSER, PGPASSWORD .* \(again: 0\)$/,
    ],
    [
      'a full disk',
      { at: 'statement', code: '53100', message: 'could not extend file "base/5/16400": No space left on device' },
      {},
      /No space left on device\. Its disk is full .* The same command resumes\. \(again: 0\)$/,
    ],
    [
      'a login without the right',
      { at: 'statement', code: '42501', message: 'permission denied for database mine' },
      {},
      /permission denied for database mine\. .*GRANT CREATE ON DATABASE.* \(again: 0\)$/,
    ],
    [
      'a server without pgvector',
      { at: 'statement', code: '0A000', message: 'extension "vector" is not available' },
      {},
      /extension "vector" is not available.*The database lacks an extension.* \(again: 0\)$/,
    ],
    [
      'too many connections, after five more tries',
      { at: 'login', severity: 'FATAL', code: '53300', message: 'sorry, too many clients already' },
      {},
      /too many clients already\. It refused for now, also after waiting .* \(again: 5\)$/,
    ],
  ];

  it.each(refusals)('%s', async (_, refusal, env, expected) => {
    const server = await startRefusing(refusal);
    try {
      expect(await clientOf(server.port, ({ client }) => client.create(index()), env)).toMatch(expected);
    } finally {
      await server.stop();
    }
  });
});

describe('a server that has pgvector (PGlite over its socket)', () => {
  let server: LivePostgres;
  let own: Client;
  let cache: string;

  beforeAll(async () => {
    server = await startPostgres();
    own = await connected(server);
  });
  afterAll(async () => {
    await own.end();
    await server.stop();
  });
  beforeEach(() => (cache = mkdtempSync(join(tmpdir(), 'hitrate-work-'))));
  afterEach(async () => {
    rmSync(cache, { recursive: true });
    await own.query('DROP SCHEMA IF EXISTS hitrate_x CASCADE');
  });

  it('refuses vectors of another length, and what to do is said', async () => {
    const said = await clientOf(server.port, async ({ client }) => {
      await client.create(index());
      await client.add(index(), [row([1, 0, 0])]);
      await client.add(index(), [row([1, 0, 0, 0])]);
    });
    expect(said).toMatch(/expected 3 dimensions, not 4\. The vectors have another length .* --fresh\. \(again: 0\)$/);
  });

  it.each([
    ['without a mark', ''],
    ['with a comment of its own', `COMMENT ON SCHEMA hitrate_x IS 'ours'`],
    [
      'with a mark of another index',
      `COMMENT ON SCHEMA hitrate_x IS '{"createdBy":"hitrate","key":"y","passages":null}'`,
    ],
  ])('has a schema of this name %s: nothing of it is written, also where all is to begin anew', async (_, comment) => {
    await own.query(`CREATE SCHEMA hitrate_x; CREATE TABLE hitrate_x.passages (mine text); ${comment}`);
    const work = EngineWork.open(cache, 'x')!;
    const { signal } = new AbortController();
    const shared = { work, batch: 1, fresh: true, signal, progress: () => undefined, say: () => undefined };
    const said = await clientOf(server.port, ({ client }) =>
      ensureIndex(index(), {} as never, {} as never, { client, ...shared }),
    );
    expect(said).toMatch(/PostgreSQL has “hitrate_x” already, and Hitrate did not create it: nothing was written/);
    const { rows } = await own.query<{ name: string }>(
      `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'hitrate_x'`,
    );
    expect(rows).toEqual([{ name: 'mine' }]);
  });

  it('is filled once where every request is sent again, and joins lists as Hitrate joins them', async () => {
    const { passages, questions } = madeCollection(80, 12);
    const searched = ({ text, vector }: (typeof passages)[number]): SearchedBy[] => [
      { form: 'terms', terms: text.split(' ') },
      { form: 'vector', vector },
    ];
    const rows = passages.map((each, position): HandedPassage => {
      return { id: docId(each.id), position, content: null, searched: searched(each) };
    });
    const queries = questions.map(({ id, text }) => ({ id: queryId(id), text }));
    const values = [0, 1].map((i) => questions.map((each) => searched(each)[i]!));
    const named = { name: 'hitrate_x', dimensions: [null, 8], stopWords: {} };
    const whole: EngineIndex = { name: 'hitrate_x', key: 'x', handed: indexSystem(planOf('here'), named) };
    const said = await clientOf(server.port, async ({ client }) => {
      for (let i = 0; i < 2; i++) await client.create(whole);
      for (const from of [0, 0, 27, 54, 27]) await client.add(whole, rows.slice(from, from + 27));
      expect(await client.state(whole)).toMatchObject({ is: 'ours', marker: { key: 'x', passages: null } });
      for (let i = 0; i < 2; i++) expect(await client.settle(whole)).toBe(80);
      await client.all(client.protocol.complete(whole, 80));
      expect(await client.state(whole)).toMatchObject({ is: 'ours', marker: { key: 'x', passages: 80 } });
      const { signal } = new AbortController();
      const runsBy = async (by: FusedBy) => {
        const context = { client, batch: 5, signal, progress: () => undefined };
        const answers = await askAll(searchesIn(planOf(by), whole), queries, values, context);
        return planOf(by).systems.map((system) => [...runOf(system, answers, queries, DEPTH).values()]);
      };
      const [here, there] = [await runsBy('here'), await runsBy('engine')];
      expect(here.flat().every(({ length }) => length === DEPTH)).toBe(true);
      here.forEach((lists, i) =>
        lists.forEach((list, question) => {
          const scores = new Map(there[i]![question]!.map(({ id, score }) => [id, score]));
          const last = list.at(-1)!.score;
          // Of passages of one score, either may come first, and one be cut.
          expect([...scores.values()]).toEqual(list.map(({ score }) => expect.closeTo(score, 6) as number));
          for (const { id, score } of list) expect(scores.get(id) ?? last).toBeCloseTo(score, 6);
        }),
      );
    });
    expect(said).toBe('nothing failed');
  });

  const folder = collectionPath('cranfield');

  it.skipIf(folder === null)(
    'searches Cranfield by words as Hitrate’s BM25 does with lengths in one byte, for all questions, and not with exact ones',
    async () => {
      const { docs, queries, analyze, terms, find } = await openedFolder(folder!);
      const plan = planOf('here', [{ id: 'words', retrievers: [english], ...NO_PARTS, fusion: null }]);
      const named = { name: 'hitrate_x', dimensions: [null], stopWords: {} };
      const whole: EngineIndex = { name: 'hitrate_x', key: 'cranfield', handed: indexSystem(plan, named) };
      // As a stream comes: not in the order that decides ties.
      const rows = docs
        .map(({ id }, i) => ({ id, terms: terms[i]!, place: (i * 7919) % docs.length }))
        .sort((a, b) => a.place - b.place)
        .map((each, position): HandedPassage => {
          return { id: each.id, position, content: null, searched: [{ form: 'terms', terms: each.terms }] };
        });
      const values = [queries.map(({ text }) => ({ form: 'terms', terms: analyze(text) }) as const)];
      let found: Run = new Map();
      const said = await clientOf(server.port, async ({ client }) => {
        await client.create(whole);
        await client.add(whole, rows);
        expect(await client.settle(whole)).toBe(docs.length);
        const context = { client, batch: 32, signal: new AbortController().signal, progress: () => undefined };
        found = runOf(
          plan.systems[0]!,
          await askAll(searchesIn(plan, whole), queries, values, context),
          queries,
          DEPTH,
        );
      });
      expect(said).toBe('nothing failed');

      const { lengths: _, ...exact } = LUCENE;
      const [own, other] = [find(english), find({ ...english, scorer: exact })];
      queries.forEach(({ id, text }, i) => expectSame(found.get(id)!, own(text, DEPTH + 20), `question ${i}`));
      const first = (ranking: Ranking): string =>
        ranking
          .slice(0, 10)
          .map(({ id }) => id)
          .join(' ');
      const changed = queries.filter(({ id, text }) => first(found.get(id)!) !== first(other(text, DEPTH)));
      expect([queries.length, changed.length > 22]).toEqual([225, true]);
    },
  );

  it('is not written where somebody made the schema between the look and the creation', async () => {
    await own.query('CREATE SCHEMA hitrate_x');
    expect(await clientOf(server.port, ({ client }) => client.create(index()))).toMatch(
      /schema "hitrate_x" already exists\. Nothing more was sent/,
    );
  });
});
