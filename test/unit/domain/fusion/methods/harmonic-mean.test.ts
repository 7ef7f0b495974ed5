import { describe, it } from 'vitest';
import type { SpecOf } from '../../../../../src/domain/fusion/fusion-spec';
import { hits } from '../../measures/make';
import { expectFused, shared } from '../make';

const spec: SpecOf<'harmonic-mean'> = { method: 'harmonic-mean', norm: 'none', absent: 'skip', weights: [3, 1] };

describe('weighted harmonic mean', () => {
  it('is Σ w / Σ (w / s) over the lists that have the document', () => {
    expectFused(shared, spec, { x: 4, y: 4 / (3 / 2 + 1 / 3), z: 1 });
  });

  it('takes the lowest score of a list without the document where asked', () => {
    expectFused(shared, { ...spec, absent: 'min' }, { x: 4 / (3 / 4 + 1), y: 24 / 11, z: 4 / (3 / 2 + 1) });
  });

  it('rejects 0 for a document that one list scores 0: that list is left out, as in OpenSearch', () => {
    expectFused([hits({ a: 0, b: 0 }), hits({ a: 3, b: 0 })], spec, { a: 3, b: 0 });
    expectFused([hits({ a: -1 }), hits({ a: 3 })], spec, { a: 3 });
  });
});
