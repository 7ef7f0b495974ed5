import type { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMiniSearch } from '../../../../../src/adapters/lexical/minisearch-index';
import { docId, type Doc, type Ranking } from '../../../../../src/base/types';
import type { FusionSpec } from '../../../../../src/domain/fusion/fusion-spec';
import { fuse } from '../../../../../src/domain/fusion/fuse';
import { POSTGRESQL } from '../../../../../src/domain/handover/postgresql/postgresql';
import {
  dropStatement,
  searchedText,
  searchFunction,
  searchPlan,
  searchQuery,
} from '../../../../../src/domain/handover/postgresql/search-sql';
import { expressedFor } from '../../../../../src/domain/handover/targets';
import type { HandedSystem } from '../../../../../src/domain/handover/target';
import type { MetricName } from '../../../../../src/domain/retrieval/dense/metrics';
import { openMatrix } from '../../../../../src/domain/retrieval/dense/search';
import type { ScoredDoc } from '../../../../../src/domain/retrieval/top-k';
import { openWords } from '../../../../../src/domain/retrieval/lexical/open-words';
import { Postings, PostingsBuilder } from '../../../../../src/domain/retrieval/lexical/postings';
import { DEFAULT_SCORERS, type ScorerSpec } from '../../../../../src/domain/retrieval/lexical/scorers';
import type {
  DenseSpec,
  LexicalSpec,
  MiniSearchSpec,
  RetrieverSpec,
} from '../../../../../src/domain/retrieval/retriever-spec';
import { connected, type LivePostgres, startPostgres } from '../../../../postgresql';
import { clustered, seeded } from '../../../../vectors';
import { dense as vectors, fileText, handed as handedSystem, LEXICAL, MINISEARCH } from '../make';
import { type AnalysedCollection, contentOf } from './collection';
import { quotedText } from '../../../../../src/domain/handover/postgresql/sql-text';
import { BEFORE_QUERY, type Found, foundBy, runFiles } from './run-files';

const DEPTH = 12;
const DIMENSIONS = 8;
const [DOCS, QUESTIONS] = [48, 6];
const made = madeCollection(DOCS, QUESTIONS);

const lexical = (scorer: ScorerSpec): LexicalSpec => ({ ...LEXICAL, scorer });
const dense = (metric: MetricName): DenseSpec => vectors({ kind: 'nearest', metric });
const miniSearch = (score: MiniSearchSpec['score']): MiniSearchSpec => ({ ...MINISEARCH, score });

const { 'bm25-lucene': lucene, 'bm25-plus': plus, bm25l, 'bm25-okapi': okapi } = DEFAULT_SCORERS;
const WORDS: readonly (readonly [string, LexicalSpec | MiniSearchSpec])[] = [
  ['BM25 with lengths in one byte', lexical({ ...lucene, lengths: 'byte' })],
  ['BM25 with lengths in one byte and a k1 of 0', lexical({ ...lucene, k1: 0, lengths: 'byte' })],
  ['BM25 with exact lengths', lexical(lucene)],
  ['BM25+', lexical(plus)],
  ['BM25L', lexical(bm25l)],
  ['BM25L of rank-bm25', lexical({ ...bm25l, form: 'rank-bm25' })],
  ['BM25 of rank-bm25', lexical(okapi)],
  ['MiniSearch’s BM25+', miniSearch('bm25+')],
  ['MiniSearch', miniSearch('times-matched-terms')],
];

const norms = ['none', 'min-max', 'min-max-inverted', 'max', 'sum', 'zmuv', 'rank', 'l2'] as const;
const weights = [0.3, 0.7];
const FUSIONS: readonly FusionSpec[] = [
  ...norms.map((norm): FusionSpec => ({ method: 'wsum', norm, absent: 'zero', weights })),
  { method: 'wsum', norm: { kind: 'theoretical-min-max', lowest: [0, -1] }, absent: 'zero', weights },
  { method: 'wsum', norm: { kind: 'dbsf', deviation: 'sample', clamp: false }, absent: 'zero', weights },
  { method: 'wsum', norm: { kind: 'dbsf', deviation: 'population', clamp: true }, absent: 'zero', weights },
  ...(['min', 'skip'] as const).map((absent): FusionSpec => ({ method: 'wsum', norm: 'min-max', absent, weights })),
  ...(['zero', 'min', 'skip'] as const).flatMap((absent): FusionSpec[] => [
    { method: 'arithmetic-mean', norm: 'min-max', absent, weights },
    { method: 'mixed', norm: 'min-max', absent, weights },
    { method: 'anz', norm: 'max', absent },
    { method: 'max', norm: 'zmuv', absent },
    { method: 'min', norm: 'max', absent },
    { method: 'med', norm: 'max', absent },
  ]),
  ...(['min', 'skip'] as const).flatMap((absent): FusionSpec[] => [
    { method: 'geometric-mean', norm: 'min-max', absent, weights },
    { method: 'harmonic-mean', norm: 'min-max', absent, weights },
  ]),
  ...(['zero', 'min'] as const).flatMap((absent): FusionSpec[] => [
    { method: 'wmnz', norm: 'min-max', absent, weights },
    { method: 'sum', norm: 'min-max', absent },
    { method: 'mnz', norm: 'min-max', absent },
    { method: 'gmnz', norm: 'min-max', absent, gamma: 0.5 },
  ]),
  { method: 'rrf', constant: 60, weights: [1, 2] },
  { method: 'rrf', constant: 'half-length', weights: [1, 1] },
  { method: 'isr' },
  { method: 'log-isr' },
  { method: 'logn-isr', sigma: 0.01 },
  { method: 'rbc', persistence: 0.8 },
];

describe('every part that SQL has, in PostgreSQL over its socket', () => {
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

  const handed = (retrievers: readonly RetrieverSpec[], parts: Partial<HandedSystem['system']> = {}): HandedSystem => ({
    ...handedSystem({ retrievers: [...retrievers], fusion: null, ...parts }),
    ...{ name: 'made-here', depth: DEPTH, k: DEPTH, fields: [] },
    dimensions: retrievers.map(({ kind }) => (kind === 'dense' ? DIMENSIONS : null)),
  });

  async function build(system: HandedSystem, collection = made): Promise<ReturnType<typeof searchPlan>> {
    const plan = searchPlan(system);
    await client.query(dropStatement(plan));
    await runFiles(client, POSTGRESQL.files(system, contentOf(collection)), BEFORE_QUERY);
    return plan;
  }

  const asked = (question: number): (string | null)[] => [
    searchedText({ form: 'terms', terms: made.analyze(made.queries[question]!.text) }),
    searchedText({ form: 'vector', vector: vectorOf(question) }),
  ];

  it.each(WORDS)('%s', async (_, spec) => {
    const system = handed([spec]);
    expect(expressedFor('postgresql', system.system)).toEqual({ refusals: [], nearest: system.system });
    const plan = await build(system);
    const search = wordsOf(spec);
    for (const question of made.queries.keys()) {
      const rows = await foundBy(client, plan, 0, asked(question)[0]!, DEPTH);
      expectEqual(rows, search(made.queries[question]!.text));
    }
  });

  it.each(['cosine', 'dot-product', 'euclidean'] as const)('vectors by %s', async (metric) => {
    const both = handed([lexical(lucene), dense(metric)], { fusion: { method: 'rrf', constant: 60, weights: [1, 1] } });
    const plan = await build(both);
    for (const question of made.queries.keys()) {
      const rows = await foundBy(client, plan, 1, asked(question)[1]!, DEPTH);
      expectEqual(rows, nearest(metric, question));
    }
  });

  it('every fusion', async () => {
    const retrievers = [lexical(lucene), dense('cosine')];
    await build(handed(retrievers, { fusion: FUSIONS[0]! }));
    const search = wordsOf(retrievers[0] as LexicalSpec);
    for (const fusion of FUSIONS) {
      const plan = searchPlan(handed(retrievers, { fusion }));
      await client.query(searchFunction(plan));
      for (const question of [0, 4]) {
        const { rows } = await client.query<Found>(searchQuery(plan), [...asked(question), 2 * DEPTH]);
        const lists = [search(made.queries[question]!.text), nearest('cosine', question)];
        expectEqual(rows, fuse(lists, fusion), JSON.stringify(fusion));
      }
    }
  });

  it.each([
    [{ kind: 'values', field: 'colour', values: ['red', `o'clock $hitrate$ "x\\`] }, ['red', `o'clock $hitrate$ "x\\`]],
    [{ kind: 'range', field: 'size', least: 10, most: 30 }, null],
  ] as const)('a filter by %o, and a threshold', async (filter, colours) => {
    const kept = (doc: Doc): boolean => {
      const { colour, size } = doc.metadata as { colour: string; size: number };
      return colours ? (colours as readonly string[]).includes(colour) : size >= 10 && size <= 30;
    };
    const search = wordsOf(lexical(lucene), kept);
    const whole = search(made.queries[0]!.text);
    expect(whole.length).toBeGreaterThan(2);
    const threshold = whole[2]!.score;
    for (const scorer of [lucene, { ...lucene, lengths: 'byte' }] as const) {
      const own = wordsOf(lexical(scorer), kept)(made.queries[0]!.text);
      const system = handed([lexical(scorer)], { filter: JSON.parse(JSON.stringify(filter)) as never, threshold });
      const plan = await build(system);
      const { rows } = await client.query<Found>(searchQuery(plan), [asked(0)[0], DEPTH]);
      expectEqual(
        rows,
        own.filter(({ score }) => score >= threshold),
      );
    }
  });

  it('finds passages that were added, once what is computed is computed anew', async () => {
    const system = handed([lexical({ ...lucene, lengths: 'byte' })]);
    const half = madeCollection(DOCS, QUESTIONS, DOCS / 2);
    const plan = await build(system, half);
    await runFiles(client, POSTGRESQL.files(system, contentOf(made)), ['passages.sql', 'indexes.sql']);
    const search = wordsOf(lexical({ ...lucene, lengths: 'byte' }));
    for (const question of made.queries.keys()) {
      const { rows } = await client.query<Found>(searchQuery(plan), [asked(question)[0], DEPTH]);
      expectEqual(rows, search(made.queries[question]!.text));
    }
  });

  it('is asked by the query of the export, of which psql fills in the variables', async () => {
    const fusion: FusionSpec = { method: 'rrf', constant: 60, weights: [1, 2] };
    const system = handed([lexical(lucene), dense('cosine')], { fusion });
    await build(system);
    const file = POSTGRESQL.files(system, contentOf(made)).find(({ path }) => path === 'query.sql');
    const [prepare, execute] = (await fileText(file!)).split(/;\n/);
    await client.query(prepare!);
    const [tokens, vector] = asked(3);
    const { rows } = await client.query<Found>(
      execute!.replace(":'tokens_1'", () => quotedText(tokens!)).replace(":'vector_2'", quotedText(vector!)),
    );
    const lists = [wordsOf(lexical(lucene))(made.queries[3]!.text), nearest('cosine', 3)];
    expectEqual(rows, fuse(lists, fusion).slice(0, DEPTH));
  });

  it('keeps texts as they are, but for what PostgreSQL cannot hold', async () => {
    const { rows } = await client.query<{ title: string; metadata: object }>(
      'SELECT title, metadata FROM "made_here"."passages" WHERE id = $1',
      ['doc-00'],
    );
    expect(rows).toEqual([{ title: `It's "100 %" \\ 半导体 \ufffd\n:name $1`, metadata: made.docs.at(-1)!.metadata }]);
  });
});

function expectEqual(found: readonly Found[], ranking: Ranking, message = ''): void {
  expect(found.map(({ id }) => id), message).toEqual(ranking.map(({ id }) => id)); // prettier-ignore
  found.forEach(({ score }, i) => expect(score, message).toBeCloseTo(ranking[i]!.score, 10));
}

const vectorOf = (question: number): Float32Array =>
  made.asked.subarray(question * DIMENSIONS, (question + 1) * DIMENSIONS);

const ranked = (hits: readonly ScoredDoc[]): Ranking =>
  hits.map(({ doc, score }) => ({ id: made.docs[doc]!.id, score }));

const nearest = (metric: MetricName, question: number): Ranking =>
  ranked(openMatrix(made.vectors, DIMENSIONS, metric).search(vectorOf(question), DEPTH, () => 0).lists[0]!);

function wordsOf(spec: LexicalSpec | MiniSearchSpec, kept: (doc: Doc) => boolean = () => true) {
  const first = (hits: readonly ScoredDoc[]): Ranking =>
    ranked(hits.filter(({ doc }) => kept(made.docs[doc]!)).slice(0, DEPTH));
  if (spec.kind === 'minisearch') {
    const index = createMiniSearch(made.analyze);
    index.add(made.docs.map(({ text }) => text));
    const search = index.searcher(spec);
    return (question: string): Ranking => first(search(question, made.docs.length));
  }
  const builder = new PostingsBuilder();
  builder.add(made.terms);
  const search = openWords(new Postings(builder.finish()), spec);
  return (question: string): Ranking => first(search(made.analyze(question), made.docs.length));
}

/** Passages of 0 to 90 words of 40, with frequent and rare ones, and vectors around a few centres. @param kept how many there are */
function madeCollection(docCount: number, questionCount: number, kept = docCount): AnalysedCollection {
  const random = seeded(7);
  const word = (): string => {
    const number = Math.floor(40 * random() ** 2);
    return number % 4 === 1 ? `半"{,${number}}\\'` : `w${number}`;
  };
  const text = (length: number): string => Array.from({ length }, word).join(' ');
  const docs = Array.from({ length: docCount }, (_, i): Doc => ({
    id: docId(`doc-${String(docCount - 1 - i).padStart(2, '0')}`),
    title: i === docCount - 1 ? `It's "100 %" \\ 半导体 \0\n:name $1` : '',
    text: i === 5 ? '' : text(1 + Math.floor(90 * random())),
    metadata: { colour: ['red', 'blue', `o'clock $hitrate$ "x\\`][i % 3]!, size: i, parts: ['a', 'b'] },
  }));
  const analyze = (given: string): string[] => given.split(' ').filter((term) => term !== '');
  const first = docs.slice(0, kept);
  return {
    docs: first,
    queries: Array.from({ length: questionCount }, (_, i) => ({ id: `q${i}` as never, text: text(2 + (i % 5)) })),
    analyze,
    terms: first.map((doc) => analyze(doc.text)),
    dimensions: DIMENSIONS,
    vectors: clustered(docCount, DIMENSIONS, 5, 3),
    asked: clustered(questionCount, DIMENSIONS, 5, 4),
  };
}
