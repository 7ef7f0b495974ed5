import { bench, describe } from 'vitest';
import { openVectors } from '../../src/domain/retrieval/dense/open-vectors';
import { DEFAULT_VECTOR_SEARCHES, type VectorSearchSpec } from '../../src/domain/retrieval/dense/vector-search-spec';
import { clustered } from '../../test/vectors';

const DIMENSIONS = 384;
const QUERIES = 8;
const DEPTH = 100;
const clock = (): number => performance.now();
const { nearest, quantised } = DEFAULT_VECTOR_SEARCHES;

/** Each search of the same questions over the same rows; what is built, and how long that takes, is printed. */
function compare(rows: number, searches: Readonly<Record<string, VectorSearchSpec>>): void {
  const all = clustered(rows + QUERIES, DIMENSIONS, Math.ceil(rows / 200));
  const matrix = all.slice(0, rows * DIMENSIONS);
  const queries = all.slice(rows * DIMENSIONS);
  describe(`vectors: ${QUERIES} questions, ${rows} × ${DIMENSIONS}, top ${DEPTH}`, () => {
    const opened = Object.entries(searches).map(([name, spec]) => {
      const began = clock();
      const index = openVectors(matrix, DIMENSIONS, spec);
      const seconds = ((clock() - began) / 1000).toFixed(1);
      console.log(`${rows} rows, ${name}: ${(index.bytes / 1e6).toFixed(1)} MB, made ready in ${seconds} s`);
      return { name, index };
    });
    for (const { name, index } of opened)
      bench(name, async () => void (await index.search(queries, DEPTH, clock)), { iterations: 5 });
  });
}

compare(100_000, {
  exact: nearest,
  'half of the dimensions': { ...nearest, dimensions: DIMENSIONS / 2 },
  int8: quantised,
  binary: { ...quantised, precision: 'binary' },
  'binary, 4 × rescored': { ...quantised, precision: 'binary', rescore: 4 },
});
