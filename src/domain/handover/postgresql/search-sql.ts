import { type FusionSql, fusedLists } from './fusion-sql';
import {
  type VectorsPlan,
  vectorBytes,
  vectorsColumn,
  vectorsDrops,
  vectorsFunction,
  vectorsIndexes,
} from './vectors-sql';
import { type WordsPlan, wordsColumns, wordsDrops, wordsFunction, wordsIndexes, wordsRefresh } from './words-sql';
import { keyOrder, type PassageKey, double, quotedName, LONGEST_WORD } from './sql-text';

export type RetrieverPlan = ({ readonly kind: 'words' } & WordsPlan) | ({ readonly kind: 'vectors' } & VectorsPlan);

/** A table of passages in a schema of its own, what is computed from it, and a function of each retriever that searches it. */
export interface TablePlan {
  readonly schema: string;
  readonly key: PassageKey;
  readonly retrievers: readonly RetrieverPlan[];
  /** Of the column that a filter reads; null where nothing is filtered. */
  readonly filtered: 'values' | 'number' | null;
}

/** A system in a schema of its own. */
export interface SearchPlan extends TablePlan {
  /** Null where there is one retriever. */
  readonly fusion: FusionSql | null;
  /** Of each list. */
  readonly depth: number;
  /** Lowest score that is kept; null keeps all. */
  readonly threshold: number | null;
}

/** Columns by name that a filter reads. */
export const FILTER_COLUMNS = { values: 'filter_values', number: 'filter_number' } as const;
const FILTER_TYPES = { values: "text[] NOT NULL DEFAULT '{}'", number: 'float8' } as const;

/** Extensions, schema and table. */
export const createStatements = (plan: TablePlan): string[] => [...extensionStatements(plan), ...tableStatements(plan)];

export const extensionStatements = (plan: TablePlan): string[] =>
  extensionsOf(plan).map((extension) => `CREATE EXTENSION IF NOT EXISTS ${extension}`);

/** Vectors that fit a page of 8 kB with the rest of their row are kept in it. */
const MOST_IN_ROW = 6000;

/** The schema and its table. */
export function tableStatements({ schema, key, retrievers, filtered }: TablePlan): string[] {
  const bytes = retrievers.reduce((sum, each) => sum + (each.kind === 'vectors' ? vectorBytes(each) : 0), 0);
  const columns = [
    ...PASSAGE_COLUMNS[key],
    ...(filtered === null ? [] : [`${FILTER_COLUMNS[filtered]} ${FILTER_TYPES[filtered]}`]),
    ...retrievers.flatMap((each) =>
      each.kind === 'words' ? wordsColumns(each) : [vectorsColumn(each, bytes <= MOST_IN_ROW)],
    ),
  ];
  return [
    `CREATE SCHEMA ${quotedName(schema)}`,
    `CREATE TABLE ${quotedName(schema)}."passages" (\n  ${columns.join(',\n  ')}\n)`,
  ];
}

const PASSAGE_COLUMNS: Readonly<Record<PassageKey, readonly string[]>> = {
  position: ['position integer PRIMARY KEY', 'id text NOT NULL UNIQUE', 'title text', 'text text', 'metadata jsonb'],
  id: ['id text COLLATE "C" PRIMARY KEY'],
};

/** What the server must have. */
function extensionsOf({ retrievers }: TablePlan): string[] {
  const needs = (test: (each: RetrieverPlan) => boolean, name: string): string[] =>
    retrievers.some(test) ? [name] : [];
  return [
    ...needs((each) => each.kind === 'vectors', 'vector'),
    ...needs((each) => each.kind === 'words' && each.by === 'index', 'pg_textsearch'),
  ];
}

/** What is computed once passages are there. */
export const indexStatements = ({ retrievers, schema }: TablePlan): string[] => [
  ...retrievers.flatMap((each) => (each.kind === 'words' ? wordsIndexes(each) : vectorsIndexes(each))),
  `ANALYZE ${quotedName(schema)}."passages"`,
];

/** Removes what {@link indexStatements} compute. */
export const dropIndexStatements = ({ retrievers }: TablePlan): string[] =>
  retrievers.flatMap((each) => (each.kind === 'words' ? wordsDrops(each) : vectorsDrops(each)));

/** What is computed anew after passages were added or changed. */
export const refreshStatements = ({ retrievers }: SearchPlan): string[] =>
  retrievers.flatMap((each) => (each.kind === 'words' ? wordsRefresh(each) : []));

/** A function for the tokens of questions, one of each retriever, and the one that joins them. */
export const functionStatements = (plan: SearchPlan): string[] => [
  tokenFunction(plan.schema),
  ...retrieverFunctions(plan),
  searchFunction(plan),
];

/** One of each retriever. */
export const retrieverFunctions = ({ retrievers }: TablePlan): string[] =>
  retrievers.map((each) => (each.kind === 'words' ? wordsFunction(each) : vectorsFunction(each)));

/** Removes all of it. */
export const dropStatement = ({ schema }: Pick<TablePlan, 'schema'>): string =>
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

/** A call of a retriever's function. */
const callOf = ({ schema, name }: RetrieverPlan, asked: string, depth: number | string): string =>
  `${quotedName(schema)}.${quotedName(`search_${name}`)} (${asked}, ${depth})`;

/**
 * The lists of a system for some questions: `$1`, `$2` … are, of each retriever, an array of what questions are searched by.
 * A row has the number of its question, from 1, and the key and the score of a passage.
 */
export function joinedQuery(plan: SearchPlan, k: number): string {
  const arrays = plan.retrievers.map((each, i) => `$${i + 1}::${askedType(each)}[]`);
  const asked = plan.retrievers.map((_, i) => `asked_${i + 1}`);
  return `SELECT question::integer, best.place AS ${plan.key}, best.score
FROM unnest(${arrays.join(', ')}) WITH ORDINALITY AS asked (${[...asked, 'question'].join(', ')}), LATERAL (
${bestOf(plan, asked, k)}
) AS best`;
}

const askedType = ({ kind }: RetrieverPlan): string => (kind === 'words' ? 'text' : 'vector');

/** A vector as pgvector reads it. */
export const vectorText = (vector: ArrayLike<number>): string => `[${Array.from(vector).join(',')}]`;

/** The first passages of a system. @param asked what each retriever searches by */
function bestOf(
  { key, retrievers, fusion, depth, threshold }: SearchPlan,
  asked: readonly string[],
  k: number | string,
): string {
  const lists = retrievers.map((each, i) => callOf(each, asked[i]!, depth));
  const joined = fusion ? fusedLists(fusion, lists, key) : `fused AS (\n  SELECT place, score FROM ${lists[0]!}\n)`;
  return `WITH ${joined}
SELECT place, score FROM fused${threshold === null ? '' : ` WHERE score >= ${double(threshold)}`}
ORDER BY score DESC, ${keyOrder(key, 'place')} LIMIT ${k}`;
}

function searchFunction(plan: SearchPlan): string {
  const { schema, retrievers } = plan;
  const asked = retrievers.map(({ name }) => quotedName(`asked_${name}`));
  const parameters = retrievers.map((each, i) => `${asked[i]!} ${askedType(each)}`);
  return `CREATE OR REPLACE FUNCTION ${quotedName(schema)}."search" (${[...parameters, 'k integer DEFAULT 10'].join(', ')})
RETURNS TABLE (rank bigint, id text, score double precision, title text, text text, metadata jsonb)
LANGUAGE sql STABLE AS $hitrate$
SELECT row_number() OVER (ORDER BY best.score DESC, best.place), p.id, best.score, p.title, p.text, p.metadata
FROM (
${bestOf(plan, asked, 'k')}
) AS best JOIN ${quotedName(schema)}."passages" AS p ON p.position = best.place
ORDER BY 1
$hitrate$`;
}
