import { expect, it } from 'vitest';
import { createVectors } from '../../../../src/adapters/vectors/vectors';
import { DEFAULT_VECTOR_SEARCHES } from '../../../../src/domain/retrieval/dense/vector-search-spec';

const { nearest, quantised } = DEFAULT_VECTOR_SEARCHES;
const matrix = () => ({ vectors: Float32Array.of(1, 0, 0.8, 0.6, 0, 1), dimensions: 2 });
const queries = Float32Array.of(1, 0.1, 0.1, 1);

it('the vectors worker compares with exact search what is not exact, and nothing else', async () => {
  const vectors = createVectors();
  await vectors.open(matrix());
  const search = (spec: typeof nearest | typeof quantised) => vectors.search({ queries, depth: 2, spec });
  expect((await search(nearest)).exact).toBeNull();
  expect((await search(quantised)).exact).toMatchObject({ bytes: 3 * 2 + 16, exactBytes: 24 });
  const { exact, docs, offsets } = await search({ ...quantised, rescore: 2 });
  expect([[...docs], [...offsets]]).toEqual([
    [0, 1, 2, 1],
    [0, 2, 4],
  ]);
  expect([...exact!.recallAt10, ...exact!.recallAtDepth]).toEqual([1, 1, 1, 1]);
});
