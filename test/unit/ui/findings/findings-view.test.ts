import { describe, expect, it } from 'vitest';
import type { ResultRecord } from '../../../../src/contract/result';
import { atCutoff, findingsView, systemsText } from '../../../../src/ui/findings/findings-view';

const result = {
  spec: { ks: [1, 5, 10], measures: ['HitRate@5', 'nDCG@1', 'nDCG@10', 'nDCG@5', 'MAP', 'num_rel'] },
  systems: ['bm25', 'embedding', 'ensemble'].map((id) => ({ id })),
} as unknown as Pick<ResultRecord, 'spec' | 'systems'>;
const viewed = (view: Parameters<typeof findingsView>[1]) => findingsView(result, view, 'nDCG@10', 'ensemble');

describe('how an address shows the findings', () => {
  it('is as usual where it says nothing', () => {
    expect(viewed({})).toEqual({ k: null, measure: 'nDCG@10', systems: null });
    expect(findingsView(result, {}, null)).toEqual({ k: null, measure: null, systems: null });
  });

  it('has the measure it names, where systems can be compared by it', () => {
    expect(viewed({ measure: 'MAP' }).measure).toBe('MAP');
    expect(viewed({ measure: 'num_rel' }).measure).toBe('nDCG@10');
    expect(viewed({ measure: 'Best@3' }).measure).toBe('nDCG@10');
  });

  it('changes the cut-off of the usual measure, not of one that is named', () => {
    expect(viewed({ k: '5' })).toMatchObject({ k: 5, measure: 'nDCG@5' });
    expect(viewed({ k: '5', measure: 'nDCG@1' })).toMatchObject({ k: 5, measure: 'nDCG@1' });
  });

  it('takes the nearest k, and none of what is no number', () => {
    expect(['2', '4', '8', '3', '700'].map((k) => viewed({ k }).k)).toEqual([1, 5, 10, 1, 10]);
    expect(['all', '', '-1', '0'].map((k) => viewed({ k }).k)).toEqual([null, null, null, null]);
  });

  it('shows the systems it names that are there, with the one that they are held against', () => {
    expect(viewed({ systems: 'embedding,bm25' }).systems).toEqual(['bm25', 'embedding', 'ensemble']);
    expect(viewed({ systems: 'embedding,nobody' }).systems).toEqual(['embedding', 'ensemble']);
    expect(viewed({ systems: 'nobody' }).systems).toBeNull();
  });

  it('leaves a measure as it is that has no cut-off, or is not there at another', () => {
    expect(atCutoff('MAP', 5, ['MAP', 'MAP@5'])).toBe('MAP');
    expect(atCutoff('nDCG@10', 3, ['nDCG@10', 'nDCG@5'])).toBe('nDCG@10');
    expect(atCutoff('P(rel=2)@5', 1, ['P@1', 'P(rel=2)@1'])).toBe('P(rel=2)@1');
  });

  it('names systems in an address unless it is all of them', () => {
    expect(systemsText(['a', 'b'], 3)).toBe('a,b');
    expect(systemsText(['a', 'b'], 2)).toBeNull();
  });
});
