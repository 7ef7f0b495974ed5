import { expect, it } from 'vitest';
import { colourIndex, nameParts } from '../../../../src/ui/shared/systems';

it('reads the chunking off the name of a system that is run with several', () => {
  expect(nameParts('bm25 · recursive 1000/100 cjk')).toEqual({ retriever: 'bm25', chunking: 'recursive 1000/100 cjk' });
  expect(nameParts('bm25')).toEqual({ retriever: 'bm25', chunking: null });
  // A name that a person gave may have the mark itself.
  expect(nameParts('mine · too · whole')).toEqual({ retriever: 'mine · too', chunking: 'whole' });
});

it('gives a retriever one colour with every chunking, and others the colour of their place', () => {
  expect(colourIndex('ensemble · whole', 17)).toBe(colourIndex('ensemble', 2));
  expect(colourIndex('cosine', 7)).toBe(1);
});
