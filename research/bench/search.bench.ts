import { bench, describe } from 'vitest';
import { openMatrix } from '../../src/domain/retrieval/dense/search';
import { TopK } from '../../src/domain/retrieval/top-k';

const ROWS = 20_000;
const DIMENSIONS = 256;
const QUERIES = 16;
const DEPTH = 100;

const random = (length: number): Float32Array => Float32Array.from({ length }, () => Math.random() - 0.5);
const rows = random(ROWS * DIMENSIONS);
const queries = random(QUERIES * DIMENSIONS);
const vectors = Array.from({ length: ROWS }, (_, i) => [...rows.subarray(i * DIMENSIONS, (i + 1) * DIMENSIONS)]);

describe(`exact search: ${QUERIES} questions, ${ROWS} × ${DIMENSIONS}, top ${DEPTH}`, () => {
  const index = openMatrix(rows, DIMENSIONS, 'dot-product');
  bench('Hitrate (heap)', () => {
    index.search(queries, DEPTH, () => 0);
  });

  bench('one question at a time, sorted, as vector stores written in JavaScript do', () => {
    for (let q = 0; q < QUERIES; q++) {
      const query = [...queries.subarray(q * DIMENSIONS, (q + 1) * DIMENSIONS)];
      vectors
        .map((vector, doc) => ({ doc, score: vector.reduce((sum, value, i) => sum + value * query[i]!, 0) }))
        .sort((a, b) => b.score - a.score)
        .slice(0, DEPTH);
    }
  });
});

const scores = random(100_000);

describe(`the best ${DEPTH} of ${scores.length}`, () => {
  bench('Hitrate (bounded heap)', () => {
    const heap = new TopK(DEPTH);
    for (let i = 0; i < scores.length; i++) heap.offer(i, scores[i]!);
    heap.drain();
  });

  bench('sorting objects', () => {
    Array.from(scores, (score, doc) => ({ doc, score }))
      .sort((a, b) => b.score - a.score)
      .slice(0, DEPTH);
  });
});
