import type { Scoring } from '../exact-search';

/**
 * One way to compare vectors. What it needs to know of the rows is computed once, when a matrix is opened, and what it
 * needs to know of the questions once a search.
 *
 * @param rows row-major matrix, `dimensions` wide
 * @returns makes the scoring of the rows with a row-major matrix of questions
 */
export type Metric = (rows: Float32Array, dimensions: number) => (queries: Float32Array) => Scoring;
