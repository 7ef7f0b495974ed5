import { expect, it } from 'vitest';
import { nameParts } from '../../../../src/ui/shared/systems';

it('reads the chunking off the name of a system that is run with several', () => {
  expect(nameParts('bm25 · recursive 1000/100 cjk')).toEqual({ retriever: 'bm25', chunking: 'recursive 1000/100 cjk' });
  expect(nameParts('bm25')).toEqual({ retriever: 'bm25', chunking: null });
  // A name that a person gave may have the mark itself.
  expect(nameParts('mine · too · whole')).toEqual({ retriever: 'mine · too', chunking: 'whole' });
});
