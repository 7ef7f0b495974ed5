import type { ScoredDoc } from '../exact-search';
import { cosineOf, lengthsOf } from './metrics';

/**
 * Scores some rows by their cosine to a question, with the digits that exact search gives them.
 *
 * @param query as wide as the rows
 * @param docs rows
 * @param depth hits kept
 * @returns best first, ties by lower row
 */
export type Rescore = (query: Float32Array, docs: Iterable<number>, depth: number) => ScoredDoc[];

/** @param rows row-major matrix, `dimensions` wide */
export function cosineRescorer(rows: Float32Array, dimensions: number): Rescore {
  const lengths = lengthsOf(rows, dimensions);
  return (query, docs, depth) => {
    const [length] = lengthsOf(query, dimensions);
    const hits: ScoredDoc[] = [];
    for (const doc of docs) {
      const at = doc * dimensions;
      let product = 0;
      for (let i = 0; i < dimensions; i++) product += rows[at + i]! * query[i]!;
      hits.push({ doc, score: cosineOf(product, lengths[doc]!, length!) });
    }
    return hits.sort((a, b) => b.score - a.score || a.doc - b.doc).slice(0, depth);
  };
}
