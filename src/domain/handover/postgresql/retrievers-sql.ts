import type { MetricName } from '../../retrieval/dense/metrics';
import type { LexicalSpec, MiniSearchSpec } from '../../retrieval/retriever-spec';
import { double, quotedName, tieOrder } from './sql-text';

/**
 * `score = scored(Σ times · weight · share)` over the question's terms in a passage, `times` in the question.
 * Operations are in Hitrate's order, so that only the last bit of a logarithm may differ.
 */
export interface ScorerSql {
  /** What is a passage's length: its tokens, its distinct tokens, or its tokens as Lucene's byte has them. */
  readonly lengths: 'tokens' | 'distinct' | 'byte';
  /** What a term weighs, by `n` passages and `df` of them that hold it; `mean_idf` is the mean of {@link MEAN_IDF}. */
  readonly weight: string;
  /** What `tf` of a term are worth in a passage of `length`, `average` in the mean. */
  readonly share: string;
  /** The score, by the sum and by how many distinct terms `matched`. */
  readonly scored: string;
}

/** The idf that has negative values, of which rank-bm25 takes the mean. */
const MEAN_IDF = 'ln(n - df + 0.5::float8) - ln(df + 0.5::float8)';
const LUCENE_IDF = 'ln(1::float8 + (n - df + 0.5::float8) / (df + 0.5::float8))';

/** The score of a retriever of words; null for those that are no sum of what each term is worth in a passage. */
export function scorerSql(retriever: LexicalSpec | MiniSearchSpec): ScorerSql | null {
  if (retriever.kind === 'minisearch') {
    const { k1, b, delta, score } = retriever;
    return {
      lengths: 'distinct',
      weight: LUCENE_IDF,
      share: `${double(delta)} + ${saturated(b, k1)}`,
      scored: score === 'bm25+' ? 'total * matched / matched' : 'total * matched',
    };
  }
  const sum = { lengths: 'tokens', scored: 'total' } as const;
  const { scorer } = retriever;
  switch (scorer.kind) {
    case 'bm25-lucene': {
      const { k1, b } = scorer;
      return { ...sum, lengths: scorer.lengths ?? 'tokens', weight: LUCENE_IDF, share: `tf / (tf + ${norm(b, k1)})` };
    }
    case 'bm25-plus': {
      const { k1, b, delta, absent } = scorer;
      if (absent === 'delta') return null;
      return { ...sum, weight: 'ln((n + 1::float8) / df)', share: `${double(delta)} + ${saturated(b, k1)}` };
    }
    case 'bm25l': {
      const { k1, b, delta, form } = scorer;
      const c = `tf / (${norm(b, 1)}) + ${double(delta)}`;
      return {
        ...sum,
        weight: `(ln(n + 1::float8) - ln(df + 0.5::float8)) * ${double(k1 + 1)}`,
        share: `${form === 'paper' ? '' : 'tf * '}((${c}) / (${double(k1)} + ${c}))`,
      };
    }
    case 'bm25-okapi': {
      const { k1, b, epsilon } = scorer;
      return {
        ...sum,
        weight: `CASE WHEN ${MEAN_IDF} < 0 THEN ${double(epsilon)} * mean_idf ELSE ${MEAN_IDF} END`,
        share: saturated(b, k1),
      };
    }
    case 'tf-idf':
    case 'query-likelihood':
      return null;
  }
}

const saturated = (b: number, k1: number): string => `tf * ${double(k1 + 1)} / (tf + ${norm(b, k1)})`;

const norm = (b: number, factor: number) => `${double(factor)} * (${double(1 - b)} + ${double(b)} * length / average)`;

interface ListPlan {
  readonly schema: string;
  /** Of its column, views and function: of small letters, digits and underscores. */
  readonly name: string;
  /** What passages `p` must meet; null for all. */
  readonly filter: string | null;
}

export interface WordsPlan extends ListPlan {
  readonly scorer: ScorerSql;
}

function namesOf({ schema, name }: WordsPlan) {
  const named = (object: string): string => `${quotedName(schema)}.${quotedName(object)}`;
  const [corpus, terms, postings] = ['corpus', 'terms', 'postings'].map((view) => named(`${name}_${view}`));
  return {
    ...{ passages: named('passages'), column: quotedName(name), search: named(`search_${name}`) },
    ...{ corpus: corpus!, terms: terms!, postings: postings! },
  };
}

/** Tokens as Hitrate's analyzer gave them. They are compared byte by byte, which costs least. */
export const wordsColumn = ({ name }: WordsPlan) => `${quotedName(name)} text[] COLLATE "C" NOT NULL DEFAULT '{}'`;

/** Computed once passages are there, and after a change. Terms have numbers: an index by order takes no long text. */
export function wordsViews(plan: WordsPlan): string[] {
  const { passages, column, corpus, terms, postings } = namesOf(plan);
  const { scorer } = plan;
  const counted = scorer.lengths === 'byte' ? ` WHERE ${column} <> '{}'` : '';
  const mean = scorer.weight.includes('mean_idf') ? `, avg(${MEAN_IDF}) OVER () AS mean_idf` : '';
  const exact =
    scorer.lengths === 'distinct'
      ? `(SELECT count(DISTINCT token) FROM unnest(${column}) AS token)`
      : `cardinality(${column})`;
  return [
    `DROP MATERIALIZED VIEW IF EXISTS ${postings}, ${terms}, ${corpus}`,
    `CREATE MATERIALIZED VIEW ${corpus} AS
SELECT count(*)::float8 AS n, sum(length)::float8 / count(*) AS average
FROM (SELECT ${exact} AS length FROM ${passages}${counted}) AS lengths`,
    `CREATE MATERIALIZED VIEW ${terms} AS
WITH counts AS (
  SELECT token, count(*)::float8 AS df
  FROM ${passages}, LATERAL (SELECT DISTINCT unnest(${column}) AS token) AS held
  GROUP BY token
), idfs AS (
  SELECT token, df, n${mean} FROM counts, ${corpus}
)
SELECT row_number() OVER ()::integer AS term, token, ${scorer.weight} AS weight FROM idfs`,
    `CREATE INDEX ON ${terms} USING hash (token)`,
    `CREATE MATERIALIZED VIEW ${postings} AS
WITH counts AS (
  SELECT token, id, count(*)::float8 AS tf FROM ${passages}, unnest(${column}) AS token GROUP BY token, id
), lengths AS (
  SELECT id, ${readLength(scorer, exact)} AS length FROM ${passages}
)
SELECT term, id, ${scorer.share} AS share
FROM counts JOIN ${terms} USING (token) JOIN lengths USING (id), ${corpus}`,
    `CREATE UNIQUE INDEX ON ${postings} (term, id) INCLUDE (share)`,
    `ANALYZE ${terms}, ${postings}`,
  ];
}

/** A function `search_<name>(asked, depth)`: the first passages for the tokens of a question, with ids and scores. */
export function wordsFunction(plan: WordsPlan): string {
  const { passages, terms, postings, search } = namesOf(plan);
  const filtered = plan.filter === null ? '' : ` JOIN ${passages} AS p USING (id) WHERE ${plan.filter}`;
  return `CREATE OR REPLACE FUNCTION ${search} (asked text[], depth integer)
RETURNS TABLE (id text, score double precision)
LANGUAGE sql STABLE PARALLEL SAFE AS $hitrate$
WITH asked_terms AS (
  SELECT token, count(*)::float8 AS times, min(number) AS number
  FROM unnest(asked) WITH ORDINALITY AS words (token, number)
  GROUP BY token
), weighed AS (
  SELECT term, times * weight AS weight, number FROM asked_terms JOIN ${terms} USING (token)
), sums AS (
  SELECT id, sum(weight * share ORDER BY number) AS total, count(*)::float8 AS matched
  FROM weighed JOIN ${postings} USING (term)${filtered}
  GROUP BY id
)
SELECT id, ${plan.scorer.scored} FROM sums ORDER BY 2 DESC, ${tieOrder('id')} LIMIT depth
$hitrate$`;
}

/** As the score reads it: see `byteLength`. @param length of the tokens */
function readLength({ lengths }: ScorerSql, length: string): string {
  if (lengths !== 'byte') return `${length}::float8`;
  const bits = `length(ltrim((${length} - 24)::bit(32)::text, '0'))`;
  const cut = `(1 << (${bits} - 4))`;
  return `(CASE WHEN ${length} < 40 THEN ${length} ELSE 24 + (${length} - 24) / ${cut} * ${cut} END)::float8`;
}

export interface VectorsPlan extends ListPlan {
  readonly dimensions: number;
  readonly metric: MetricName;
  /** An approximate index (HNSW); null where every vector is compared. */
  readonly graph: { readonly m: number; readonly efConstruction: number; readonly efSearch: number } | null;
}

/** Operators of pgvector, and scores in double precision from the numbers of two vectors, as Hitrate computes them. */
const METRICS: Readonly<Record<MetricName, Readonly<Record<'distance' | 'operators' | 'score', string>>>> = {
  cosine: {
    distance: '<=>',
    operators: 'vector_cosine_ops',
    score: `CASE WHEN sum(a * a) = 0 OR sum(b * b) = 0 THEN 0
      ELSE sum(a * b) / (sqrt(sum(a * a)) * sqrt(sum(b * b))) END`,
  },
  'dot-product': { distance: '<#>', operators: 'vector_ip_ops', score: 'sum(a * b)' },
  euclidean: { distance: '<->', operators: 'vector_l2_ops', score: '0 - sqrt(sum((a - b) * (a - b)))' },
};

/** @param inRow whether vectors are kept in their row: read from elsewhere they take four times as long */
export const vectorsColumn = ({ name, dimensions }: Pick<VectorsPlan, 'name' | 'dimensions'>, inRow: boolean): string =>
  `${quotedName(name)} vector(${dimensions})${inRow ? ' STORAGE PLAIN' : ''}`;

export const vectorBytes = ({ dimensions }: Pick<VectorsPlan, 'dimensions'>): number => 8 + 4 * dimensions;

export function vectorsIndexes({ schema, name, metric, graph }: VectorsPlan): string[] {
  if (graph === null) return [];
  return [
    `CREATE INDEX IF NOT EXISTS ${quotedName(`${name}_hnsw`)} ON ${quotedName(schema)}."passages"
USING hnsw (${quotedName(name)} ${METRICS[metric].operators}) WITH (m = ${graph.m}, ef_construction = ${graph.efConstruction})`,
  ];
}

/** Of `hnsw.ef_search`. */
const MOST_WIDTH = 1000;

/** By how much distances in pgvector's single precision may be off, of vectors of length 1. */
const SINGLE_PRECISION = 1e-5;

/** `search_<name>(asked, depth)`: candidates of pgvector in single precision, the first scored again in double. */
export function vectorsFunction({ schema, name, metric, graph, filter }: VectorsPlan): string {
  const column = quotedName(name);
  const { distance, score } = METRICS[metric];
  const settings =
    graph === null ? '' : ` SET hnsw.ef_search = ${Math.min(MOST_WIDTH, graph.efSearch)} SET enable_seqscan = off`;
  // It finds no more than its width: as many as are asked for, up to the most that pgvector takes.
  const width =
    graph === null
      ? ''
      : `\n  PERFORM set_config('hnsw.ef_search', least(${MOST_WIDTH}, greatest(${graph.efSearch}, depth))::text, true);`;
  const plain = `p.${column} ${distance} asked`;
  // A vector of zeros, as of a text without a token, has no angle, and a score of 0 as one at a right angle.
  const apart = metric === 'cosine' && graph === null ? `coalesce(nullif(${plain}, 'NaN'), 1)` : plain;
  // An approximate index ends where it ends: no more is to be had by asking again.
  const margin =
    metric === 'cosine' ? double(SINGLE_PRECISION) : `${double(SINGLE_PRECISION)} * greatest(1, abs(lowest))`;
  return `CREATE OR REPLACE FUNCTION ${quotedName(schema)}.${quotedName(`search_${name}`)} (asked vector, depth integer)
RETURNS TABLE (id text, score double precision)
LANGUAGE plpgsql STABLE${settings} AS $hitrate$
DECLARE
  wanted bigint := depth + 20;
  candidates text[];
  farthest double precision;
  lowest double precision;
BEGIN${width}
  LOOP
    SELECT array_agg(found.id), max(distance), (array_agg(distance ORDER BY distance))[depth]
    INTO candidates, farthest, lowest FROM (
      SELECT p.id, ${apart} AS distance FROM ${quotedName(schema)}."passages" AS p
      WHERE p.${column} IS NOT NULL${filter === null ? '' : ` AND ${filter}`}
      ORDER BY ${apart} LIMIT wanted
    ) AS found;
    EXIT WHEN coalesce(cardinality(candidates), 0) < wanted OR farthest > lowest + ${margin}${graph === null ? '' : ' OR true'};
    wanted := wanted * 4;
  END LOOP;
  RETURN QUERY
    SELECT p.id, (
      SELECT ${score}
      FROM unnest(p.${column}::real[]::float8[], asked::real[]::float8[]) AS pairs (a, b)
    ) AS scored
    FROM ${quotedName(schema)}."passages" AS p WHERE p.id = ANY (candidates)
    ORDER BY scored DESC, ${tieOrder('p.id')} LIMIT depth;
END
$hitrate$`;
}
