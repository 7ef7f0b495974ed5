import type { DocId, Json, Ranking } from '../../../base/types';
import { fusionSql } from '../../../domain/handover/postgresql/fusion-sql';
import { quotedName, quotedText } from '../../../domain/handover/postgresql/quoted';
import { insertStatement, insertValues, rowOf, searchedText } from '../../../domain/handover/postgresql/rows';
import { scorerSql } from '../../../domain/handover/postgresql/scorer-sql';
import {
  dropIndexStatements,
  dropStatement,
  extensionStatements,
  indexStatements,
  joinedQuery,
  listsQuery,
  type RetrieverPlan,
  retrieverFunctions,
  type TablePlan,
  tableStatements,
} from '../../../domain/handover/postgresql/search-sql';
import type {
  EngineIndex,
  EngineRequest,
  FusionProtocol,
  IndexField,
  IndexState,
  Protocol,
  SearchedValue,
  VectorField,
  WordsField,
} from '../types';
import { searchedBy } from './handed-index';
import { markerOf, stateOf } from './marker';

const sql = (path: string, values: EngineRequest['values'] = []): EngineRequest => ({ method: 'SQL', path, values });

/** Lists joined by SQL, as what is handed over has it. */
const fusion: FusionProtocol = {
  expresses: ({ fusion, lists }) => (fusionSql(fusion, lists.length) ? { form: 'sql' } : null),
  ask(index, { lists, fusion, depth }, questions) {
    const table = tableOf(index);
    const retrievers = lists.map(({ field }) => table.retrievers[field]!);
    const joined = { ...table, retrievers, fusion: fusionSql(fusion, lists.length), threshold: null };
    const asked = lists.map((_, i) => questions.map((values) => textOf(values[i]!)));
    // Lists of one command are equally deep.
    return sql(joinedQuery({ ...joined, depth: lists[0]!.depth }, depth), asked);
  },
  readRankings: (_index, _plan, reply) => rankingsOf(reply),
};

/** One schema an index, with the SQL of what is handed over: terms of each analyzer and vectors of each encoder as columns. */
export const postgresql: Protocol = {
  // https://github.com/pgvector/pgvector: columns of `vector`, and indexes on them.
  limits: { exact: 16_000, graph: 2_000 },
  words: 'terms',

  version: () => [
    sql('SELECT version() AS version'),
    sql(
      `SELECT name, default_version FROM pg_available_extensions WHERE name IN ('vector', 'pg_textsearch') ORDER BY 1`,
    ),
  ],
  readVersion: ([about, extensions]) => {
    const [{ version = '' } = {}] = rowsOf(about);
    const named = rowsOf(extensions).map(({ name, default_version }) => `${name} ${default_version}`);
    const server = /^PostgreSQL [\d.]+(?: \([^)]*\))?/.exec(String(version))?.[0] ?? 'PostgreSQL';
    return { name: [server, ...named].join(', '), needed: null };
  },

  look: ({ name }) =>
    sql(
      `SELECT to_regnamespace(quote_ident($1)) IS NOT NULL AS there, ${commentOf('to_regnamespace(quote_ident($1))')} AS comment`,
      [name],
    ),
  readState: (_index, reply) => {
    const [{ there, comment } = {}] = rowsOf(reply);
    return there === true ? stateIn(comment) : { is: 'absent' };
  },

  create: (index) => [...extensionStatements(tableOf(index)).map((statement) => sql(statement)), sql(created(index))],

  add(index, rows) {
    const table = tableOf(index);
    const made = rows.map(({ id, position, values }) =>
      rowOf(table, { id: id as DocId, position, content: null, searched: values.map(searchedBy) }, null),
    );
    return sql(insertStatement(table), insertValues(table, made));
  },
  // A statement is done whole or not at all.
  readFailed: () => [],

  settle(index) {
    const table = tableOf(index);
    // What an earlier command had begun is of passages that were fewer.
    return [...dropIndexStatements(table), ...indexStatements(table), ...retrieverFunctions(table)].map((statement) =>
      sql(statement),
    );
  },
  complete: (index, passages) => [sql(marked(index, passages))],

  count: ({ name }) => sql(`SELECT count(*)::integer AS passages FROM ${quotedName(name)}."passages"`),
  readCount: (reply) => Number(rowsOf(reply)[0]?.['passages'] ?? 0),

  ask: (index, { field, depth }, questions) =>
    sql(listsQuery(tableOf(index).retrievers[field]!, depth), [questions.map(textOf)]),
  readRankings: (_index, _list, reply) => rankingsOf(reply),

  drop: ({ name }) => [sql(dropStatement({ schema: name }))],
  fusion,
};

const tableOf = ({ name, fields }: EngineIndex): TablePlan => ({
  schema: name,
  key: 'id',
  retrievers: fields.map((field) => retrieverOf(name, field)),
  filtered: null,
});

function retrieverOf(schema: string, field: IndexField): RetrieverPlan {
  const shared = { schema, key: 'id', name: field.name, filter: null } as const;
  return field.kind === 'words'
    ? { kind: 'words', ...shared, ...wordsOf(field) }
    : { kind: 'vectors', ...shared, ...vectorsOf(field) };
}

function wordsOf({ analyzer, k1, b }: WordsField) {
  const scorer = scorerSql({
    kind: 'lexical',
    analyzer,
    scorer: { kind: 'bm25-lucene', k1, b, lengths: 'byte' },
    question: { kind: 'as-asked' },
  })!;
  return { scorer, by: scorer.indexed ? ('index' as const) : ('postings' as const) };
}

function vectorsOf({ dimensions, metric, graph, source: { search } }: VectorField) {
  const efSearch = search.kind === 'hnsw' ? search.efSearch : 0;
  return { dimensions, metric, graph: graph && { ...graph, efSearch } };
}

const textOf = (value: SearchedValue): string => searchedText(searchedBy(value))!;

const commentOf = (schema: string): string => `obj_description(${schema}, 'pg_namespace')`;

/** A comment takes no parameters. */
const marked = (index: EngineIndex, passages: number | null): string =>
  `COMMENT ON SCHEMA ${quotedName(index.name)} IS ${quotedText(JSON.stringify(markerOf(index, passages)))}`;

/**
 * A schema with its mark, in one statement: one without it would be taken for somebody else's. Sent again after a
 * connection broke, it finds its own mark, and does nothing.
 */
const created = (index: EngineIndex): string => `DO $hitrate$ BEGIN
IF ${commentOf(`to_regnamespace(${quotedText(index.name)})`)} IS DISTINCT FROM ${quotedText(JSON.stringify(markerOf(index, null)))} THEN
${[...tableStatements(tableOf(index)), marked(index, null)].join(';\n')};
END IF;
END $hitrate$`;

type Row = Readonly<Record<string, Json>>;

const rowsOf = (reply: Json | undefined): readonly Row[] => (Array.isArray(reply) ? (reply as Row[]) : []);

/** By question, which are numbered from 1. */
function rankingsOf(reply: Json): Ranking[] {
  const rankings: { id: DocId; score: number }[][] = [];
  for (const { question, id, score } of rowsOf(reply))
    (rankings[Number(question) - 1] ??= []).push({ id: String(id) as DocId, score: Number(score) });
  return Array.from(rankings, (ranking) => ranking ?? []);
}

/** A comment in words is somebody else's. */
function stateIn(comment: Json | undefined): IndexState {
  try {
    return stateOf(typeof comment === 'string' ? (JSON.parse(comment) as Json) : comment);
  } catch {
    return stateOf(null);
  }
}
