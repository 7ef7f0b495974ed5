import type { MetricName } from '../../retrieval/dense/metrics';
import { double, quotedName, tieOrder } from './sql-text';

export interface VectorsPlan {
  readonly schema: string;
  /** Of its column and function: of small letters, digits and underscores. */
  readonly name: string;
  readonly dimensions: number;
  readonly metric: MetricName;
  /** An approximate index (HNSW); null where every vector is compared. */
  readonly graph: { readonly m: number; readonly efConstruction: number; readonly efSearch: number } | null;
  /** What passages `p` must meet; null for all. */
  readonly filter: string | null;
}

const OPERATORS: Readonly<Record<MetricName, { readonly distance: string; readonly operators: string }>> = {
  cosine: { distance: '<=>', operators: 'vector_cosine_ops' },
  'dot-product': { distance: '<#>', operators: 'vector_ip_ops' },
  euclidean: { distance: '<->', operators: 'vector_l2_ops' },
};

/**
 * The column of vectors, for a table.
 * @param inRow whether they are kept in their row: read from elsewhere they take four times as long
 */
export const vectorsColumn = ({ name, dimensions }: Pick<VectorsPlan, 'name' | 'dimensions'>, inRow: boolean): string =>
  `${quotedName(name)} vector(${dimensions})${inRow ? ' STORAGE PLAIN' : ''}`;

export const vectorBytes = ({ dimensions }: Pick<VectorsPlan, 'dimensions'>): number => 8 + 4 * dimensions;

export function vectorsIndexes({ schema, name, metric, graph }: VectorsPlan): string[] {
  if (graph === null) return [];
  const { operators } = OPERATORS[metric];
  return [
    `CREATE INDEX IF NOT EXISTS ${quotedName(`${name}_hnsw`)} ON ${quotedName(schema)}."passages"
USING hnsw (${quotedName(name)} ${operators}) WITH (m = ${graph.m}, ef_construction = ${graph.efConstruction})`,
  ];
}

/** Scores in double precision from the products and squares of the numbers of two vectors, as Hitrate computes them. */
const SCORES: Readonly<Record<MetricName, string>> = {
  cosine: `CASE WHEN sum(a * a) = 0 OR sum(b * b) = 0 THEN 0
      ELSE sum(a * b) / (sqrt(sum(a * a)) * sqrt(sum(b * b))) END`,
  'dot-product': 'sum(a * b)',
  euclidean: '0 - sqrt(sum((a - b) * (a - b)))',
};

/** Of `hnsw.ef_search`. */
const MOST_WIDTH = 1000;

/** By how much distances in pgvector's single precision may be off, of vectors of length 1. */
const SINGLE_PRECISION = 1e-5;

/**
 * A function `search_<name>(asked, depth)`: the nearest passages, with their ids and scores. pgvector finds
 * candidates in single precision; what may belong among the first is scored again in double precision.
 */
export function vectorsFunction({ schema, name, metric, graph, filter }: VectorsPlan): string {
  const column = quotedName(name);
  const { distance } = OPERATORS[metric];
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
      SELECT ${SCORES[metric]}
      FROM unnest(p.${column}::real[]::float8[], asked::real[]::float8[]) AS pairs (a, b)
    ) AS scored
    FROM ${quotedName(schema)}."passages" AS p WHERE p.id = ANY (candidates)
    ORDER BY scored DESC, ${tieOrder('p.id')} LIMIT depth;
END
$hitrate$`;
}
