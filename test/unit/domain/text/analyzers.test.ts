import { expect, it } from 'vitest';
import { analyzers } from '../../../../src/domain/text/analyzers';

it('every analyzer that a spec can name is there', () => {
  expect(analyzers['cjk-bigram']('BM25 半导体')).toEqual(['bm25', '半导', '导体']);
});
