import { expect, it } from 'vitest';
import { chunkedOtherwise, isPaired, sharedSystems } from '../../../../src/domain/run-comparison/comparability';
import { experiment } from '../../workbench/workshop';

it('values of questions are paired for means that have a better side', () => {
  expect(['nDCG@10', 'MRR', 'RBP(p=0.5)'].map(isPaired)).toEqual([true, true, true]);
  expect(['num_ret', 'gm_map', 'RBPresidual', 'nothing@3'].map(isPaired)).toEqual([false, false, false, false]);
});

it('systems are matched by id', () => {
  expect(sharedSystems(['a', 'b'], ['b', 'c', 'a'])).toEqual([
    { before: 'b', after: 'b' },
    { before: 'a', after: 'a' },
  ]);
});

it('passages of other chunkings are not compared, documents are', () => {
  const spec = experiment({ systems: ['bm25'] });
  const cut = (size: number) => ({
    ...spec,
    systems: spec.systems.map((system) => ({
      ...system,
      chunker: { kind: 'sentences', size, overlap: 0, context: 'none' } as const,
    })),
  });
  const pairs = sharedSystems(['bm25'], ['bm25']);
  expect(chunkedOtherwise(pairs, cut(100), cut(100))).toBeNull();
  const problem = { code: 'runs-chunked-otherwise', data: { systems: ['bm25'] } };
  expect(chunkedOtherwise(pairs, cut(100), cut(200))).toEqual(problem);
  expect(chunkedOtherwise(pairs, spec, cut(200))).toEqual(problem);
  const byDocument = (size: number) => ({ ...cut(size), aggregate: 'max' as const });
  expect(chunkedOtherwise(pairs, byDocument(100), byDocument(200))).toBeNull();
});
