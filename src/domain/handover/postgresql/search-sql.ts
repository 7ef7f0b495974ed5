import { type FusionSql, fusedLists } from './fusion-sql';
import { double, quotedName } from './quoted';
import { LONGEST_WORD } from './token-text';
import { type VectorsPlan, vectorsColumn, vectorsFunction, vectorsIndexes } from './vectors-sql';
import { type WordsPlan, wordsColumns, wordsFunction, wordsIndexes, wordsRefresh } from './words-sql';

export type RetrieverPlan = ({ readonly kind: 'words' } & WordsPlan) | ({ readonly kind: 'vectors' } & VectorsPlan);

/** A system in a schema of its own: a table of passages, what is computed from it, and functions that search it. */
export interface SearchPlan {
  readonly schema: string;
  readonly retrievers: readonly RetrieverPlan[];
  /** Null where there is one retriever. */
  readonly fusion: FusionSql | null;
  /** Of each list. */
  readonly depth: number;
  /** Lowest score that is kept; null keeps all. */
  readonly threshold: number | null;
  /** Of the column that a filter reads; null where nothing is filtered. */
  readonly filtered: 'values' | 'number' | null;
}

/** Columns by name that a filter reads. */
export const FILTER_COLUMNS = { values: 'filter_values', number: 'filter_number' } as const;
const FILTER_TYPES = { values: "text[] NOT NULL DEFAULT '{}'", number: 'float8' } as const;

/** Extensions, schema and table. */
export function createStatements(plan: SearchPlan): string[] {
  const schema = quotedName(plan.schema);
  const columns = plan.retrievers.flatMap((each) =>
    each.kind === 'words' ? wordsColumns(each) : [vectorsColumn(each)],
  );
  const filter = plan.filtered === null ? [] : [`${FILTER_COLUMNS[plan.filtered]} ${FILTER_TYPES[plan.filtered]}`];
  return [
    ...extensionsOf(plan).map((extension) => `CREATE EXTENSION IF NOT EXISTS ${extension}`),
    `CREATE SCHEMA ${schema}`,
    `CREATE TABLE ${schema}."passages" (
  ${[
    'position integer PRIMARY KEY',
    'id text NOT NULL UNIQUE',
    'title text',
    'text text',
    'metadata jsonb',
    ...filter,
    ...columns,
  ].join(',\n  ')}
)`,
  ];
}

/** What the server must have. */
function extensionsOf({ retrievers }: SearchPlan): string[] {
  const needs = (test: (each: RetrieverPlan) => boolean, name: string): string[] =>
    retrievers.some(test) ? [name] : [];
  return [
    ...needs((each) => each.kind === 'vectors', 'vector'),
    ...needs((each) => each.kind === 'words' && each.by === 'index', 'pg_textsearch'),
  ];
}

/** What is computed once passages are there. */
export const indexStatements = ({ retrievers, schema }: SearchPlan): string[] => [
  ...retrievers.flatMap((each) => (each.kind === 'words' ? wordsIndexes(each) : vectorsIndexes(each))),
  `ANALYZE ${quotedName(schema)}."passages"`,
];

/** What is computed anew after passages were added or changed. */
export const refreshStatements = ({ retrievers }: SearchPlan): string[] =>
  retrievers.flatMap((each) => (each.kind === 'words' ? wordsRefresh(each) : []));

/** A function for the tokens of questions, one of each retriever, and the one that joins them. */
export const functionStatements = (plan: SearchPlan): string[] => [
  tokenFunction(plan.schema),
  ...plan.retrievers.map((each) => (each.kind === 'words' ? wordsFunction(each) : vectorsFunction(each))),
  searchFunction(plan),
];

/** Removes all of it. */
export const dropStatement = ({ schema }: Pick<SearchPlan, 'schema'>): string =>
  `DROP SCHEMA IF EXISTS ${quotedName(schema)} CASCADE`;

/** How a search is asked: `$1`, `$2` … are what each retriever searches by, and the last is how many passages are wanted. */
export function searchQuery({ schema, retrievers }: SearchPlan): string {
  const asked = retrievers.map((each, i) => `$${i + 1}::${askedType(each)}`);
  return `SELECT rank, id, score, title, text, metadata
FROM ${quotedName(schema)}."search" (${[...asked, `$${retrievers.length + 1}::integer`].join(', ')})`;
}

/**
 * The same for psql, as a prepared statement and its use: the variables `tokens_1`, `vector_2` … are the tokens of a
 * question as an array (`{wing,半导}`), and its vector (`[0.1,0.2]`).
 */
export function psqlQuery(plan: SearchPlan, k: number): string[] {
  const asked = plan.retrievers.map(({ kind, name }) =>
    kind === 'words' ? `${quotedName(plan.schema)}."token_text" (:'${name}'::text[])` : `:'${name}'`,
  );
  const types = plan.retrievers.map(askedType);
  return [
    `PREPARE hitrate_search (${[...types, 'integer'].join(', ')}) AS\n${searchQuery(plan)}`,
    `EXECUTE hitrate_search (${[...asked, String(k)].join(', ')})`,
  ];
}

/** `tokenText` in SQL: tokens of Hitrate's analyzer as the words that their column has. */
const tokenFunction = (
  schema: string,
): string => `CREATE OR REPLACE FUNCTION ${quotedName(schema)}."token_text" (tokens text[])
RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $hitrate$
WITH words AS (
  SELECT number, CASE WHEN token COLLATE "C" ~ '^[a-z]+$' THEN token
    ELSE 'u0' || translate(encode(convert_to(token, 'UTF8'), 'hex'), '0123456789abcdef', 'abcdefghijklmnop') END AS word, token
  FROM unnest(tokens) WITH ORDINALITY AS given (token, number)
)
SELECT coalesce(string_agg(CASE WHEN length(word) <= ${LONGEST_WORD} THEN word
  ELSE 'u1' || translate(encode(convert_to(encode(sha256(convert_to(token, 'UTF8')), 'hex'), 'UTF8'), 'hex'),
    '0123456789abcdef', 'abcdefghijklmnop') END, ' ' ORDER BY number), '')
FROM words
$hitrate$`;

/** The list of one retriever: `$1` is what it searches by, `$2` how many passages are wanted. */
export const retrieverQuery = (plan: RetrieverPlan): string =>
  `SELECT p.id, found.score
FROM ${quotedName(plan.schema)}.${quotedName(`search_${plan.name}`)} ($1::${askedType(plan)}, $2::integer)
  AS found JOIN ${quotedName(plan.schema)}."passages" AS p ON p.position = found.place
ORDER BY found.score DESC, found.place`;

const askedType = ({ kind }: RetrieverPlan): string => (kind === 'words' ? 'text' : 'vector');

/** A vector as pgvector reads it. */
export const vectorText = (vector: ArrayLike<number>): string => `[${Array.from(vector).join(',')}]`;

function searchFunction({ schema, retrievers, fusion, depth, threshold }: SearchPlan): string {
  const lists = retrievers.map(
    ({ name }) => `${quotedName(schema)}.${quotedName(`search_${name}`)} (${quotedName(`asked_${name}`)}, ${depth})`,
  );
  const joined = fusion
    ? fusedLists(fusion, lists)
    : `fused AS (
  SELECT place AS position, score FROM ${lists[0]!}
)`;
  const parameters = retrievers.map((each) => `${quotedName(`asked_${each.name}`)} ${askedType(each)}`);
  return `CREATE OR REPLACE FUNCTION ${quotedName(schema)}."search" (${[...parameters, 'k integer DEFAULT 10'].join(', ')})
RETURNS TABLE (rank bigint, id text, score double precision, title text, text text, metadata jsonb)
LANGUAGE sql STABLE AS $hitrate$
WITH ${joined}, best AS (
  SELECT position, score FROM fused${threshold === null ? '' : ` WHERE score >= ${double(threshold)}`}
  ORDER BY score DESC, position LIMIT k
)
SELECT row_number() OVER (ORDER BY best.score DESC, best.position), p.id, best.score, p.title, p.text, p.metadata
FROM best JOIN ${quotedName(schema)}."passages" AS p USING (position)
ORDER BY 1
$hitrate$`;
}
