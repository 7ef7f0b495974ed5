import { describe, expect, it } from 'vitest';
import { contrastsOf } from '../../../../src/domain/slices/report';

describe('contrastsOf', () => {
  it('has every stage against the one before, and every other system against the best, each pair once', () => {
    // bm25, ensemble (best), ensemble-rerank, rrf, rrf-rerank
    expect(contrastsOf([null, null, 1, null, 3], 1)).toEqual([
      { system: 2, reference: 1, kind: 'stage' },
      { system: 4, reference: 3, kind: 'stage' },
      { system: 0, reference: 1, kind: 'best' },
      { system: 3, reference: 1, kind: 'best' },
      { system: 4, reference: 1, kind: 'best' },
    ]);
  });

  it('has a pair once where the best is the later stage', () => {
    expect(contrastsOf([null, 0, null], 1)).toEqual([
      { system: 1, reference: 0, kind: 'stage' },
      { system: 2, reference: 1, kind: 'best' },
    ]);
  });
});
