import type { DocId, Json, Ranking } from '../../../base/types';
import { searchPlan } from '../../../domain/handover/postgresql/plan';
import { insertStatement, insertValues, rowOf, searchedText } from '../../../domain/handover/postgresql/rows';
import {
  dropIndexStatements,
  dropStatement,
  extensionStatements,
  indexStatements,
  joinedQuery,
  retrieverFunctions,
  type SearchPlan,
  tableStatements,
} from '../../../domain/handover/postgresql/search-sql';
import { quotedName, quotedText } from '../../../domain/handover/postgresql/sql-text';
import type { HandedQuestion, HandedSystem } from '../../../domain/handover/target';
import { hitsOf } from '../failures';
import { type EngineIndex, type EngineRequest, type IndexState, markerOf, type Protocol, stateOf } from '../protocol';

const sql = (path: string, values: EngineRequest['values'] = []): EngineRequest => ({ method: 'SQL', path, values });

/** One schema an index, with the SQL of what is handed over; its table is keyed by id, since a stream has no order yet. */
export const postgresql: Protocol = {
  // https://github.com/pgvector/pgvector: columns of `vector`.
  mostNumbers: 16_000,

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
    return { name: [server, ...named].join(', '), number: [0, 0] };
  },
  // What is missing is said where the extensions are created.
  least: () => [0, 0],

  look: ({ name }) =>
    sql(
      `SELECT to_regnamespace(quote_ident($1)) IS NOT NULL AS there, ${commentOf('to_regnamespace(quote_ident($1))')} AS comment`,
      [name],
    ),
  readState: (_index, reply) => {
    const [{ there, comment } = {}] = rowsOf(reply);
    return there === true ? stateIn(comment) : { is: 'absent' };
  },

  create: (index) => [
    ...extensionStatements(planOf(index.handed)).map((statement) => sql(statement)),
    sql(created(index)),
  ],

  add({ handed }, passages) {
    const plan = planOf(handed);
    const rows = passages.map((each) => rowOf(plan, each, null));
    return sql(insertStatement(plan), insertValues(plan, rows));
  },
  // A statement is done whole or not at all.
  readFailed: () => [],

  settle({ handed }) {
    const plan = planOf(handed);
    // What an earlier command had begun is of passages that were fewer.
    return [...dropIndexStatements(plan), ...indexStatements(plan), ...retrieverFunctions(plan)].map((statement) =>
      sql(statement),
    );
  },
  complete: (index, passages) => [sql(marked(index, passages))],

  count: ({ name }) => sql(`SELECT count(*)::integer AS passages FROM ${quotedName(name)}."passages"`),
  readCount: (reply) => Number(rowsOf(reply)[0]?.['passages'] ?? 0),

  ask: (search, questions) =>
    sql(
      joinedQuery(planOf(search), search.k),
      search.system.retrievers.map((_, i) => questions.map((question) => textOf(question, i))),
    ),
  readRankings: (_search, reply, questions) => rankingsOf(reply, questions),

  drop: ({ name }) => [sql(dropStatement({ schema: name }))],
};

const planOf = (handed: HandedSystem): SearchPlan => searchPlan(handed, 'index', 'id');

function textOf({ searched }: HandedQuestion, retriever: number): string {
  const asked = searched[retriever]!;
  return searchedText(asked.form === 'placeholder' ? null : asked) ?? '';
}

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
${[...tableStatements(planOf(index.handed)), marked(index, null)].join(';\n')};
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
