import { describe, expect, it } from 'vitest';
import { headerOf, type ResultHeader } from '../../../../src/contract/result';
import { highest, runsOverTime } from '../../../../src/ui/runs/run-figures';
import { resultOf } from '../result';

const header = (key: string, figures?: ResultHeader['figures']): ResultHeader =>
  ({ key, ...(figures ? { figures } : {}) }) as ResultHeader;

describe('the figures of runs', () => {
  it('are the highest mean by the first measure, of which NaN is none', () => {
    const result = resultOf({ bm25: [1, 0], embedding: [1, 1] }, ['nDCG', 'HitRate']);
    expect(highest(headerOf(result))).toEqual({ measure: 'nDCG@1', system: 'embedding', mean: 1 });
    expect(highest(header('a'))).toBeNull();
    expect(highest(header('a', { measure: 'm', means: { a: NaN, b: 0.1 } }))?.system).toBe('b');
    expect(highest(header('a', { measure: 'm', means: {} }))).toBeNull();
  });

  it('over time are those by the measure of the newest, oldest first', () => {
    const runs = [
      header('c', { measure: 'MAP', means: { a: 0.3 } }),
      header('old'),
      header('b', { measure: 'nDCG@10', means: { a: 0.2 } }),
      header('a', { measure: 'MAP', means: { a: 0.1 } }),
    ];
    expect(runsOverTime(runs).map(({ run }) => run.key)).toEqual(['a', 'c']);
    expect(runsOverTime([])).toEqual([]);
  });
});
