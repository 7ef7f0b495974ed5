import { expect, it } from 'vitest';
import { firstMeasure } from '../../../../src/domain/measures/first-measure';

it('systems are ranked by nDCG@10 first, then by HitRate@5, and else by what there is', () => {
  expect(firstMeasure(['MAP', 'HitRate@5', 'nDCG@10'])).toBe('nDCG@10');
  expect(firstMeasure(['MAP', 'HitRate@5', 'nDCG@5'])).toBe('HitRate@5');
  expect(firstMeasure(['MAP', 'nDCG@5'])).toBe('MAP');
  expect(firstMeasure([])).toBeNull();
});
