import { MEAN_IDF, type ScorerSql } from './scorer-sql';
import { keyOrder, keyType, type PassageKey, double, quotedName, quotedText } from './sql-text';

/** A retriever of words in a schema. */
export interface WordsPlan {
  readonly schema: string;
  readonly key: PassageKey;
  /** Of its column, views and function: of small letters, digits and underscores. */
  readonly name: string;
  readonly scorer: ScorerSql;
  /**
   * `index`: pg_textsearch finds candidates, which are scored again in double precision. `postings`: a view has what each
   * term is worth in each passage, and SQL adds up; every score can be had so, and no extension is needed.
   */
  readonly by: 'index' | 'postings';
  /** What passages `p` must meet; null for all. */
  readonly filter: string | null;
}

/** Names in the schema, quoted. */
function namesOf({ schema, name }: WordsPlan) {
  const named = (object: string): string => `${quotedName(schema)}.${quotedName(object)}`;
  return {
    passages: named('passages'),
    column: quotedName(name),
    length: quotedName(`${name}_length`),
    corpus: named(`${name}_corpus`),
    terms: named(`${name}_terms`),
    postings: named(`${name}_postings`),
    search: named(`search_${name}`),
    /** As pg_textsearch wants the name of an index: a text that it reads as a name. */
    index: `${quotedName(schema)}.${quotedName(`${name}_bm25`)}`,
    indexName: quotedName(`${name}_bm25`),
  };
}

/** The columns of tokens and of how many they are, for a table. Tokens are compared byte by byte, which costs least. */
export const wordsColumns = ({ name }: Pick<WordsPlan, 'name'>): string[] => [
  `${quotedName(name)} text COLLATE "C" NOT NULL DEFAULT ''`,
  `${quotedName(`${name}_length`)} integer GENERATED ALWAYS AS (cardinality(string_to_array(${quotedName(name)}, ' '))) STORED`,
];

/** What is computed once passages are there, in this order. After a change: {@link wordsRefresh}. */
export function wordsIndexes(plan: WordsPlan): string[] {
  const { key } = plan;
  const { passages, column, length, corpus, terms, postings, index, indexName } = namesOf(plan);
  const { scorer, by } = plan;
  const counted = scorer.lengths === 'byte' ? ` WHERE ${column} <> ''` : '';
  const exact = scorer.lengths === 'distinct' ? distinctTokens(column) : length;
  const statements = [
    `CREATE MATERIALIZED VIEW IF NOT EXISTS ${corpus} AS
SELECT count(*)::float8 AS n, sum(length)::float8 / count(*) AS average
FROM (SELECT ${exact} AS length FROM ${passages}${counted}) AS lengths`,
    `CREATE MATERIALIZED VIEW IF NOT EXISTS ${terms} AS
WITH counts AS (
  SELECT token, count(*)::float8 AS df
  FROM ${passages}, LATERAL (SELECT DISTINCT unnest(string_to_array(${column}, ' ')) AS token) AS held
  GROUP BY token
), idfs AS (
  SELECT token, df, n${usesMean(scorer) ? `, avg(${MEAN_IDF}) OVER () AS mean_idf` : ''}
  FROM counts, ${corpus}
)
SELECT token, ${scorer.weight} AS weight FROM idfs`,
    `CREATE UNIQUE INDEX IF NOT EXISTS ${quotedName(`${plan.name}_terms_token`)} ON ${terms} (token)`,
  ];
  if (by === 'postings')
    statements.push(
      `CREATE MATERIALIZED VIEW IF NOT EXISTS ${postings} AS
WITH counts AS (
  SELECT token, ${key}, count(*)::float8 AS tf
  FROM ${passages}, unnest(string_to_array(${column}, ' ')) AS token
  GROUP BY token, ${key}
), lengths AS (
  SELECT ${key}, ${scorer.lengths === 'distinct' ? `${exact}::float8` : readLength(scorer, length)} AS length FROM ${passages}
)
SELECT token, ${key}, ${scorer.share} AS share
FROM counts JOIN lengths USING (${key}), ${corpus}`,
      `CREATE UNIQUE INDEX IF NOT EXISTS ${quotedName(`${plan.name}_postings_token`)} ON ${postings} (token, ${key}) INCLUDE (share)`,
    );
  else {
    const { k1, b } = scorer.indexed!;
    statements.push(
      `CREATE INDEX IF NOT EXISTS ${indexName} ON ${passages} USING bm25 (${column})
WITH (text_config = 'pg_catalog.simple', k1 = ${k1}, b = ${b}) WHERE ${column} <> ''`,
      // One segment: what is not yet in one has exact lengths.
      `SELECT bm25_force_merge(${quotedText(index)})`,
    );
  }
  return statements;
}

/** Removes what {@link wordsIndexes} computes. */
export function wordsDrops(plan: WordsPlan): string[] {
  const { corpus, terms, postings, index } = namesOf(plan);
  return [
    ...[postings, terms, corpus].map((view) => `DROP MATERIALIZED VIEW IF EXISTS ${view}`),
    `DROP INDEX IF EXISTS ${index}`,
  ];
}

/** What makes the search see passages that were added or changed. */
export function wordsRefresh(plan: WordsPlan): string[] {
  const { corpus, terms, postings, index } = namesOf(plan);
  const views = plan.by === 'postings' ? [corpus, terms, postings] : [corpus, terms];
  return [
    ...views.map((view) => `REFRESH MATERIALIZED VIEW ${view}`),
    ...(plan.by === 'index'
      ? [`SELECT bm25_spill_index(${quotedText(index)})`, `SELECT bm25_force_merge(${quotedText(index)})`]
      : []),
  ];
}

/**
 * A function `search_<name>(asked, depth)`: the first passages for the tokens of a question (see `tokenText`), with their
 * keys and scores, equal scores by their keys.
 */
export function wordsFunction(plan: WordsPlan): string {
  return plan.by === 'postings' ? byPostings(plan) : byIndex(plan);
}

const signature = ({ key }: WordsPlan): string => `(asked text, depth integer)
RETURNS TABLE (place ${keyType(key)}, score double precision)`;

/** The terms of a question that some passage holds, in the order of the question. */
const weighed = (terms: string): string => `asked_terms AS (
  SELECT token, count(*)::float8 AS times, min(number) AS number
  FROM unnest(string_to_array(asked, ' ')) WITH ORDINALITY AS words (token, number)
  GROUP BY token
), weighed AS (
  SELECT token, times * weight AS weight, number FROM asked_terms JOIN ${terms} USING (token)
)`;

function byPostings(plan: WordsPlan): string {
  const { passages, terms, postings, search } = namesOf(plan);
  const { key } = plan;
  const filtered = plan.filter === null ? '' : ` JOIN ${passages} AS p USING (${key}) WHERE ${plan.filter}`;
  return `CREATE OR REPLACE FUNCTION ${search} ${signature(plan)}
LANGUAGE sql STABLE PARALLEL SAFE AS $hitrate$
WITH ${weighed(terms)}, sums AS (
  SELECT ${key}, sum(weight * share ORDER BY number) AS total, count(*)::float8 AS matched
  FROM weighed JOIN ${postings} USING (token)${filtered}
  GROUP BY ${key}
)
SELECT ${key}, ${plan.scorer.scored} FROM sums ORDER BY 2 DESC, ${keyOrder(key, key)} LIMIT depth
$hitrate$`;
}

/** Single precision and another order of sums change the last of seven digits; this leaves room for both. */
const SINGLE_PRECISION = 1e-5;

function byIndex(plan: WordsPlan): string {
  const { passages, column, length, terms, corpus, search, index } = namesOf(plan);
  const { key, scorer, filter } = plan;
  const gain = scorer.indexed!.k1 + 1;
  return `CREATE OR REPLACE FUNCTION ${search} ${signature(plan)}
LANGUAGE plpgsql STABLE SET enable_seqscan = off AS $hitrate$
DECLARE
  -- How many candidates are taken from the index, how many came, and the lowest score among them.
  wanted bigint := depth + 50;
  candidates ${keyType(key)}[];
  lowest double precision;
  places ${keyType(key)}[];
  scores double precision[];
BEGIN
  IF asked = '' THEN RETURN; END IF;
  LOOP
    EXECUTE format(
      'SELECT array_agg(${key}), min(score) FROM (
         SELECT ${key}, -(${column} <@> to_bm25query(%1$L, %2$L)) AS score
         FROM ${passages} WHERE ${column} <> '''' ORDER BY ${column} <@> to_bm25query(%1$L, %2$L) LIMIT %3$s
       ) AS found', asked, ${quotedText(index)}, wanted) INTO candidates, lowest;
    WITH ${weighed(terms)}, held AS (
      SELECT p.${key}, token, count(*)::float8 AS tf, ${readLength(scorer, `p.${length}`)} AS length
      FROM ${passages} AS p, unnest(string_to_array(p.${column}, ' ')) AS token
      WHERE p.${key} = ANY (candidates) AND token IN (SELECT token FROM weighed)${filter === null ? '' : ` AND ${filter}`}
      GROUP BY p.${key}, token
    ), sums AS (
      SELECT ${key}, sum(weight * (${scorer.share}) ORDER BY number) AS total
      FROM held JOIN weighed USING (token), ${corpus}
      GROUP BY ${key}
    ), best AS (
      SELECT ${key}, total FROM sums ORDER BY total DESC, ${keyOrder(key, key)} LIMIT depth
    )
    SELECT array_agg(${key} ORDER BY total DESC, ${keyOrder(key, key)}), array_agg(total ORDER BY total DESC, ${keyOrder(key, key)})
    INTO places, scores FROM best;
    -- Enough where the index has no more, or where what it still has is below the last of the list.
    EXIT WHEN coalesce(cardinality(candidates), 0) < wanted OR lowest <= 0
      OR (cardinality(scores) = depth AND lowest < scores[depth] * ${double(gain * (1 - SINGLE_PRECISION))});
    wanted := wanted * 4;
  END LOOP;
  RETURN QUERY SELECT * FROM unnest(places, scores);
END
$hitrate$`;
}

const usesMean = ({ weight }: ScorerSql): boolean => weight.includes('mean_idf');

const distinctTokens = (column: string): string =>
  `(SELECT count(DISTINCT token) FROM unnest(string_to_array(${column}, ' ')) AS token)`;

/** As the score reads it: see `byteLength`. @param length of the tokens */
function readLength({ lengths }: ScorerSql, length: string): string {
  if (lengths !== 'byte') return `${length}::float8`;
  const bits = `length(ltrim((${length} - 24)::bit(32)::text, '0'))`;
  const cut = `(1 << (${bits} - 4))`;
  return `(CASE WHEN ${length} < 40 THEN ${length} ELSE 24 + (${length} - 24) / ${cut} * ${cut} END)::float8`;
}
