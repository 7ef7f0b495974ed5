import type { Metadata } from '../../../base/types';
import { numberOf, valuesOf } from '../../retrieval/metadata/field-values';
import type { FilterSpec } from '../../retrieval/metadata/metadata-spec';
import type { RetrieverSpec } from '../../retrieval/retriever-spec';
import { GRAPH, indexPlace, isVectors, metricOf } from '../files';
import type { HandedPassage, HandedSystem, SearchedBy } from '../target';
import { fusedLists, fusionSql } from './fusion-sql';
import { arrayText, double, quotedName, quotedText, stored, tieOrder } from './sql-text';
import {
  type VectorsPlan,
  vectorBytes,
  vectorsColumn,
  vectorsFunction,
  vectorsIndexes,
  scorerSql,
  type WordsPlan,
  wordsColumn,
  wordsFunction,
  wordsViews,
} from './retrievers-sql';

type RetrieverPlan = ({ readonly kind: 'words' } & WordsPlan) | ({ readonly kind: 'vectors' } & VectorsPlan);

/** A system in a schema of its own: a table of passages, what is computed from it, and functions that search it. */
export type SearchPlan = ReturnType<typeof searchPlan>;

/** What a system is in SQL. @throws {RangeError} for a system that PostgreSQL cannot express */
export function searchPlan(handed: HandedSystem) {
  const { system, depth } = handed;
  const schema = handed.name.replaceAll('-', '_');
  const filter = system.filter ? filterSql(system.filter) : null;
  const retrievers = system.retrievers.map((spec, i) => {
    const name = `${isVectors(spec) ? 'vector' : 'tokens'}_${indexPlace(handed, i) + 1}`;
    return retrieverPlan(spec, handed, i, { schema, name, filter });
  });
  const asked = retrievers.length > 1 ? system.fusion : null;
  const fusion = asked && fusionSql(asked, retrievers.length);
  if (asked && !fusion) throw new RangeError('the fusion is not had in SQL');
  return {
    schema,
    retrievers,
    /** Null where there is one retriever. */
    fusion,
    depth,
    /** Lowest score that is kept; null keeps all. */
    threshold: system.threshold,
    /** A column of the table has what it reads; null where nothing is filtered. */
    filter: system.filter ?? null,
  };
}

function retrieverPlan(
  spec: RetrieverSpec,
  { dimensions, approximate }: HandedSystem,
  place: number,
  shared: Pick<RetrieverPlan, 'schema' | 'name' | 'filter'>,
): RetrieverPlan {
  if (spec.kind === 'minisearch' || spec.kind === 'lexical') {
    const scorer = scorerSql(spec);
    if (scorer) return { kind: 'words', ...shared, scorer };
  }
  const length = dimensions[place] ?? null;
  if (isVectors(spec) && spec.search.kind === 'nearest' && length !== null) {
    const graph = approximate ? GRAPH : null;
    return { kind: 'vectors', ...shared, dimensions: length, metric: metricOf(spec), graph };
  }
  throw new RangeError(`PostgreSQL has no search of the kind ${spec.kind}`);
}

/** A condition of passages `p`; one that reads the question is none of the server. */
function filterSql(filter: FilterSpec): string {
  switch (filter.kind) {
    case 'values':
      return `p.filter_values && ARRAY[${filter.values.map(quotedInBody).join(', ')}]::text[]`;
    case 'range': {
      const { least, most } = filter;
      const ends = [
        ...(least === null ? [] : [`p.filter_number >= ${double(least)}`]),
        ...(most === null ? [] : [`p.filter_number <= ${double(most)}`]),
      ];
      return ends.join(' AND ');
    }
    case 'question':
      throw new RangeError('a filter by what the question names is not had in SQL');
  }
}

/** A text within the body of a function, which `$hitrate$` would end. */
const quotedInBody = (text: string): string => quotedText(text).replaceAll('$hitrate$', `$hit' || 'rate$`);

const passagesOf = ({ schema }: SearchPlan): string => `${quotedName(schema)}."passages"`;

export const extensionStatements = ({ retrievers }: SearchPlan): string[] =>
  retrievers.some(({ kind }) => kind === 'vectors') ? ['CREATE EXTENSION IF NOT EXISTS vector'] : [];

/** Vectors that fit a page of 8 kB with the rest of their row are kept in it. */
const MOST_IN_ROW = 6000;

export function tableStatements(plan: SearchPlan): string[] {
  const { retrievers, filter } = plan;
  const bytes = retrievers.reduce((sum, each) => sum + (each.kind === 'vectors' ? vectorBytes(each) : 0), 0);
  const filtered = filter?.kind === 'range' ? 'filter_number float8' : "filter_values text[] NOT NULL DEFAULT '{}'";
  const columns = [
    ...['id text COLLATE "C" PRIMARY KEY', 'title text', 'text text', 'metadata jsonb'],
    ...(filter ? [filtered] : []),
    ...retrievers.map((each) =>
      each.kind === 'words' ? wordsColumn(each) : vectorsColumn(each, bytes <= MOST_IN_ROW),
    ),
  ];
  return [
    `CREATE SCHEMA ${quotedName(plan.schema)}`,
    `CREATE TABLE ${passagesOf(plan)} (\n  ${columns.join(',\n  ')}\n)`,
  ];
}

export function insertStatement(plan: SearchPlan, passages: readonly HandedPassage[]): string {
  const { filter, retrievers } = plan;
  const columns = [
    ...['id', 'title', 'text', 'metadata'],
    ...(filter ? [filter.kind === 'range' ? 'filter_number' : 'filter_values'] : []),
    ...retrievers.map(({ name }) => name),
  ].map(quotedName);
  const rows = passages.map((passage) => {
    const { id, content, searched } = passage;
    const values = [
      id,
      ...(content ? [content.title, content.text, metadataText(content.metadata)] : [null, null, null]),
      ...(filter ? [filteredText(filter, passage)] : []),
      ...retrievers.map(({ kind }, i) => searchedText(searched[i] ?? null) ?? (kind === 'words' ? '{}' : null)),
    ];
    return `(${values.map((value) => (value === null ? 'NULL' : quotedText(value))).join(', ')})`;
  });
  return `INSERT INTO ${passagesOf(plan)} (${columns.join(', ')}) VALUES
${rows.join(',\n')}
ON CONFLICT (id) DO UPDATE SET ${columns.slice(1).map((name) => `${name} = excluded.${name}`).join(', ')}`; // prettier-ignore
}

/** PostgreSQL refuses the escape of character 0 in JSON, and halves of surrogate pairs. */
const metadataText = (metadata: Metadata): string =>
  JSON.stringify(metadata, (_key, value: unknown) => (typeof value === 'string' ? stored(value) : value));

function filteredText(filter: FilterSpec, { content }: HandedPassage): string | null {
  if (filter.kind === 'range') return content ? (numberOf(content, filter.field)?.toString() ?? null) : null;
  return arrayText(content ? valuesOf(content, filter.field) : []);
}

/** What a passage or a question is searched by, as its column or parameter reads it; null for none. */
export function searchedText(searched: SearchedBy | null): string | null {
  if (searched?.form === 'terms') return arrayText(searched.terms);
  return searched?.form === 'vector' ? `[${Array.from(searched.vector).join(',')}]` : null;
}

/** What is computed once passages are there, and anew after a change. */
export const indexStatements = (plan: SearchPlan): string[] => [
  ...plan.retrievers.flatMap((each) => (each.kind === 'words' ? wordsViews(each) : vectorsIndexes(each))),
  `ANALYZE ${passagesOf(plan)}`,
];

export const retrieverFunctions = ({ retrievers }: SearchPlan): string[] =>
  retrievers.map((each) => (each.kind === 'words' ? wordsFunction(each) : vectorsFunction(each)));

export const dropStatement = ({ schema }: Pick<SearchPlan, 'schema'>): string =>
  `DROP SCHEMA IF EXISTS ${quotedName(schema)} CASCADE`;

const askedType = ({ kind }: RetrieverPlan): string => (kind === 'words' ? 'text[]' : 'vector');

/** How a search is asked: `$1`, `$2` … are what each retriever searches by, and the last is how many passages are wanted. */
export function searchQuery({ schema, retrievers }: SearchPlan): string {
  const asked = retrievers.map((each, i) => `$${i + 1}::${askedType(each)}`);
  return `SELECT rank, id, score, title, text, metadata
FROM ${quotedName(schema)}."search" (${[...asked, `$${retrievers.length + 1}::integer`].join(', ')})`;
}

/** As a prepared statement of psql: `tokens_1` is an array as `{wing,半导}`, `vector_2` as `[0.1,0.2]`. */
export function psqlQuery(plan: SearchPlan, k: number): string[] {
  const asked = plan.retrievers.map(({ name }) => `:'${name}'`);
  return [
    `PREPARE hitrate_search (${[...plan.retrievers.map(askedType), 'integer'].join(', ')}) AS\n${searchQuery(plan)}`,
    `EXECUTE hitrate_search (${[...asked, String(k)].join(', ')})`,
  ];
}

/** Rows of question number (from 1), id and score. @param questions what is searched by, see {@link searchedText} */
export function joinedQuery(plan: SearchPlan, questions: readonly (readonly string[])[], k: number): string {
  const { retrievers } = plan;
  const types = retrievers.map(askedType);
  const rows = questions.map(
    (asked, i) => `(${[i + 1, ...asked.map((each, j) => `${quotedText(each)}::${types[j]!}`)].join(', ')})`,
  );
  const asked = retrievers.map((_, i) => `asked_${i + 1}`);
  return `SELECT question, best.id, best.score
FROM (VALUES ${rows.join(',\n')}) AS asked (${['question', ...asked].join(', ')}), LATERAL (
${bestOf(plan, asked, k)}
) AS best
ORDER BY question, best.score DESC, ${tieOrder('best.id')}`;
}

/** The first passages of a system. @param asked what each retriever searches by */
function bestOf(
  { schema, retrievers, fusion, depth, threshold }: SearchPlan,
  asked: readonly string[],
  k: number | string,
): string {
  const lists = retrievers.map(
    ({ name }, i) => `${quotedName(schema)}.${quotedName(`search_${name}`)} (${asked[i]!}, ${depth})`,
  );
  const joined = fusion ? fusedLists(fusion, lists) : `fused AS (\n  SELECT id, score FROM ${lists[0]!}\n)`;
  return `WITH ${joined}
SELECT id, score FROM fused${threshold === null ? '' : ` WHERE score >= ${double(threshold)}`}
ORDER BY score DESC, ${tieOrder('id')} LIMIT ${k}`;
}

export function searchFunction(plan: SearchPlan): string {
  const { schema, retrievers } = plan;
  const asked = retrievers.map(({ name }) => quotedName(`asked_${name}`));
  const parameters = retrievers.map((each, i) => `${asked[i]!} ${askedType(each)}`);
  return `CREATE OR REPLACE FUNCTION ${quotedName(schema)}."search" (${[...parameters, 'k integer DEFAULT 10'].join(', ')})
RETURNS TABLE (rank bigint, id text, score double precision, title text, text text, metadata jsonb)
LANGUAGE sql STABLE AS $hitrate$
SELECT row_number() OVER (ORDER BY best.score DESC, ${tieOrder('best.id')}), p.id, best.score, p.title, p.text, p.metadata
FROM (
${bestOf(plan, asked, 'k')}
) AS best JOIN ${passagesOf(plan)} AS p ON p.id = best.id
ORDER BY 1
$hitrate$`;
}
