import { jsonOr } from '../../../base/typed-json';
import type { DocId, Json, Ranking } from '../../../base/types';
import type { FusionSpec } from '../../fusion/fusion-spec';
import type { RetrieverSpec } from '../../retrieval/retriever-spec';
import { able, abilitiesOf, wordsAsSums } from '../abilities';
import { hitsOf } from '../failures';
import { batchesOf, isVectors, passageFile } from '../files';
import { evenly } from '../fusions';
import {
  type EngineIndex,
  type EngineRequest,
  markerOf,
  type Protocol,
  stateOf,
  versionNumber,
  type SearchEngine,
  type Expressed,
  type HandedContent,
  type HandedFile,
  type HandedQuestion,
  type HandedSystem,
  type HandoverCommand,
} from '../target';
import {
  dropStatement,
  extensionStatements,
  indexStatements,
  insertStatement,
  joinedQuery,
  psqlQuery,
  retrieverFunctions,
  searchedText,
  searchFunction,
  searchPlan,
  tableStatements,
} from './search-sql';
import { fusionSql } from './fusion-sql';
import { quotedName, quotedText } from './sql-text';
import { scorerSql } from './retrievers-sql';

const BATCH = 50;

function sqlFusion(spec: FusionSpec, { length: lists }: readonly RetrieverSpec[]): Expressed<FusionSpec> {
  if (fusionSql(spec, lists)) return able(spec);
  const weights = 'weights' in spec ? spec.weights : evenly(lists);
  const norm = 'norm' in spec ? (typeof spec.norm === 'string' ? spec.norm : spec.norm.kind) : null;
  const nearest: FusionSpec =
    norm === null
      ? { method: 'rrf', constant: 60, weights }
      : { method: 'wsum', norm: 'min-max', absent: 'zero', weights: [...weights] };
  return { refusals: [{ code: 'fusion', data: { method: spec.method, norm, nearest: nearest.method } }], nearest };
}

const sql = (path: string): EngineRequest => ({ method: 'SQL', path });

/** One schema an index, with the SQL of what is handed over. */
const LIVE: Protocol = {
  // https://github.com/pgvector/pgvector: columns of `vector`.
  mostNumbers: 16_000,

  version: () => [
    sql('SELECT version() AS version'),
    sql(`SELECT name, default_version FROM pg_available_extensions WHERE name = 'vector'`),
  ],
  readVersion: ([about, extensions]) => {
    const [{ version = '' } = {}] = rowsOf(about);
    const named = rowsOf(extensions).map(({ name, default_version }) => `${name} ${default_version}`);
    const server = /^PostgreSQL [\d.]+(?: \([^)]*\))?/.exec(String(version))?.[0];
    if (server === undefined) return { name: 'another server', number: null };
    return { name: [server, ...named].join(', '), number: versionNumber(server.replace('PostgreSQL ', '')) };
  },
  // From this version on a table says how a column is stored; a missing extension is said where it is created.
  least: () => [16, 0],

  look: ({ name }) => sql(`SELECT ${schemaOf(name)} IS NOT NULL AS there, ${commentOf(name)} AS comment`),
  readState: (_index, reply) => {
    const [{ there, comment } = {}] = rowsOf(reply);
    if (there !== true) return { is: 'absent' };
    // A comment in words is somebody else's.
    return stateOf(typeof comment === 'string' ? (jsonOr(comment, null) as Json) : comment);
  },

  create: (index) => [...extensionStatements(searchPlan(index.handed)), created(index)].map(sql),
  add: ({ handed }, passages) => sql(insertStatement(searchPlan(handed), passages)),
  // A statement is done whole or not at all.
  readFailed: () => [],

  settle({ handed }) {
    const plan = searchPlan(handed);
    return [...indexStatements(plan), ...retrieverFunctions(plan)].map(sql);
  },
  complete: (index, passages) => [sql(marked(index, passages))],

  count: ({ name }) => sql(`SELECT count(*)::integer AS passages FROM ${quotedName(name)}."passages"`),
  readCount: (reply) => Number(rowsOf(reply)[0]?.['passages'] ?? 0),

  ask: (search, questions) => sql(joinedQuery(searchPlan(search), questions.map(textsOf), search.k)),
  readRankings: (_search, reply, questions) => rankingsOf(reply, questions),

  drop: ({ name }) => [sql(dropStatement({ schema: name }))],
};

const textsOf = ({ searched }: HandedQuestion): string[] =>
  searched.map((asked) => searchedText(asked.form === 'placeholder' ? null : asked) ?? '');

const schemaOf = (name: string): string => `to_regnamespace(${quotedText(quotedName(name))})`;

const commentOf = (name: string): string => `obj_description(${schemaOf(name)}, 'pg_namespace')`;

/** A comment takes no parameters. */
const marked = (index: EngineIndex, passages: number | null): string =>
  `COMMENT ON SCHEMA ${quotedName(index.name)} IS ${quotedText(JSON.stringify(markerOf(index, passages)))}`;

/**
 * A schema with its mark, in one statement: one without it would be taken for somebody else's. Sent again after a
 * connection broke, it finds its own mark, and does nothing.
 */
const created = (index: EngineIndex): string => `DO $hitrate$ BEGIN
IF ${commentOf(index.name)} IS DISTINCT FROM ${quotedText(JSON.stringify(markerOf(index, null)))} THEN
${[...tableStatements(searchPlan(index.handed)), marked(index, null)].join(';\n')};
END IF;
END $hitrate$`;

type Row = Readonly<Record<string, Json>>;

const rowsOf = (reply: Json | undefined): readonly Row[] => (Array.isArray(reply) ? (reply as Row[]) : []);

/** By question, which are numbered from 1. */
function rankingsOf(reply: Json, questions: number): Ranking[] {
  const rankings = Array.from({ length: questions }, (): { id: DocId; score: number }[] => []);
  for (const row of rowsOf(reply)) {
    const question = Number(row['question']) - 1;
    rankings[question]!.push(...hitsOf<Row>([row], question, ({ id, score }) => ({ id, score })));
  }
  return rankings;
}

/** PostgreSQL with pgvector: one table, views of what each term is worth in each passage, and functions that search them. */
export const POSTGRESQL: SearchEngine = {
  abilities: abilitiesOf({
    words: wordsAsSums(scorerSql),
    vectors: ({ kind }) => kind === 'nearest',
    fusion: (spec, { retrievers }) => sqlFusion(spec, retrievers),
    threshold: true,
  }),
  forms: ({ system }) => system.retrievers.map((spec) => (isVectors(spec) ? 'vector' : 'terms')),
  told: () => ({ form: 'sql' }),
  notes: () => [],
  commands,
  files,
  live: LIVE,
};

/** A backslash in a text is a character, whatever the server is set to. */
const PLAIN_TEXTS = 'SET standard_conforming_strings = on';

/** Commands for psql: the address and the credentials are in `DATABASE_URL`. */
function commands(handed: HandedSystem, { passages, vectors }: HandedContent): HandoverCommand[] {
  const psql = 'psql "$DATABASE_URL" -v ON_ERROR_STOP=1';
  const run = (...files: string[]): string => `${psql}${files.map((file) => ` -f ${file}`).join('')}`;
  const asked = searchPlan(handed).retrievers.map(({ name }) => ` -v ${name}='{{${name}}}'`);
  const filled = passages || vectors ? ['passages.sql'] : [];
  return [
    { does: 'create-index', shell: run('schema.sql') },
    { does: 'index-passages', shell: run(...filled, 'indexes.sql', 'search.sql') },
    { does: 'search', shell: `${psql}${asked.join('')} -f query.sql` },
  ];
}

function files(handed: HandedSystem, content: HandedContent): HandedFile[] {
  const plan = searchPlan(handed);
  return [
    sqlFile('schema.sql', [...extensionStatements(plan), ...tableStatements(plan)]),
    ...passageFile('passages.sql', content, async function* (read) {
      yield `${PLAIN_TEXTS};`;
      for await (const rows of batchesOf(read(), BATCH)) yield `${insertStatement(plan, rows)};`;
    }),
    sqlFile('indexes.sql', [PLAIN_TEXTS, ...indexStatements(plan)]),
    sqlFile('search.sql', [PLAIN_TEXTS, ...retrieverFunctions(plan), searchFunction(plan)]),
    sqlFile('query.sql', psqlQuery(plan, handed.k)),
  ];
}

const sqlFile = (path: string, statements: readonly string[]): HandedFile => ({
  path,
  text: statements.map((statement) => `${statement};\n`).join('\n'),
});
