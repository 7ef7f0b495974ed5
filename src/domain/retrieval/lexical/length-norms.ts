import type { Postings } from './postings';

/**
 * `factor · (1 − b + b · dl / avgdl)` of each document: BM25's normalisation by length. `dl` counts every token, repeats
 * too, and `avgdl` is the mean over all documents, empty ones too.
 */
export function lengthNorms({ lengths, averageLength }: Postings, b: number, factor: number): Float64Array {
  return Float64Array.from(lengths, (length) => factor * (1 - b + (b * length) / averageLength));
}
