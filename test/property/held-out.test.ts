import { expect, it } from 'vitest';
import { heldOutCoverage } from '../held-out-coverage';

// `npm run coverage` has more populations, and 500 data sets of each.
it('held-out intervals contain the truth where nothing is to be tuned, which the bootstrap’s do not', () => {
  const { lab, bootstrap } = heldOutCoverage({ signal: [0, 0, 0], measure: 'MRR' }, () => 0, 30, 200);
  expect(lab.coverage).toBeGreaterThanOrEqual(0.93);
  expect(bootstrap.coverage).toBeLessThan(0.91);
});
