import { describe, it } from 'vitest';
import type { SpecOf } from '../../../../../src/domain/fusion/fusion-spec';
import { hits } from '../../measures/make';
import { expectFused, shared } from '../make';

const spec: SpecOf<'geometric-mean'> = { method: 'geometric-mean', norm: 'none', absent: 'skip', weights: [3, 1] };

describe('weighted geometric mean', () => {
  it('is the root of the product of powers over the lists that have the document', () => {
    expectFused(shared, spec, { x: 4, y: (2 ** 3 * 3) ** (1 / 4), z: 1 });
  });

  it('takes the lowest score of a list without the document where asked', () => {
    expectFused(shared, { ...spec, absent: 'min' }, { x: (4 ** 3) ** (1 / 4), y: 24 ** (1 / 4), z: 8 ** (1 / 4) });
  });

  it('rejects 0 for a document that one list scores 0: that list is left out, as in OpenSearch', () => {
    expectFused([hits({ a: 0, b: 0 }), hits({ a: 3, b: 0 })], spec, { a: 3, b: 0 });
    expectFused([hits({ a: -1 }), hits({ a: 3 })], spec, { a: 3 });
  });
});
