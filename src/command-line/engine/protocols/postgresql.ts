import type { DocId, Json, Ranking } from '../../../base/types';
import {
  dropStatement,
  extensionStatements,
  indexStatements,
  insertStatement,
  joinedQuery,
  retrieverFunctions,
  searchedText,
  searchPlan,
  tableStatements,
} from '../../../domain/handover/postgresql/search-sql';
import { quotedName, quotedText } from '../../../domain/handover/postgresql/sql-text';
import type { HandedQuestion } from '../../../domain/handover/target';
import { hitsOf } from '../failures';
import { type EngineIndex, type EngineRequest, type IndexState, markerOf, type Protocol, stateOf } from '../protocol';

const sql = (path: string): EngineRequest => ({ method: 'SQL', path });

/** One schema an index, with the SQL of what is handed over. */
export const postgresql: Protocol = {
  // https://github.com/pgvector/pgvector: columns of `vector`.
  mostNumbers: 16_000,

  version: () => [
    sql('SELECT version() AS version'),
    sql(
      `SELECT name, default_version FROM pg_available_extensions WHERE name = 'vector'`,
    ),
  ],
  readVersion: ([about, extensions]) => {
    const [{ version = '' } = {}] = rowsOf(about);
    const named = rowsOf(extensions).map(({ name, default_version }) => `${name} ${default_version}`);
    const server = /^PostgreSQL [\d.]+(?: \([^)]*\))?/.exec(String(version))?.[0] ?? 'PostgreSQL';
    return { name: [server, ...named].join(', '), number: [0, 0] };
  },
  // What is missing is said where the extensions are created.
  least: () => [0, 0],

  look: ({ name }) =>
    sql(`SELECT ${schemaOf(name)} IS NOT NULL AS there, ${commentOf(name)} AS comment`),
  readState: (_index, reply) => {
    const [{ there, comment } = {}] = rowsOf(reply);
    return there === true ? stateIn(comment) : { is: 'absent' };
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

/** A comment in words is somebody else's. */
function stateIn(comment: Json | undefined): IndexState {
  try {
    return stateOf(typeof comment === 'string' ? (JSON.parse(comment) as Json) : comment);
  } catch {
    return stateOf(null);
  }
}
