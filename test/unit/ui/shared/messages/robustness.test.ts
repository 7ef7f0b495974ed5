import { describe, expect, it } from 'vitest';
import type { Robustness, RobustnessLoss } from '../../../../../src/workbench/run/robustness';
import { leftOutText, lossLook, robustnessTitle } from '../../../../../src/ui/shared/messages/robustness';

const loss = (part: Partial<RobustnessLoss>): RobustnessLoss => ({
  system: 'bm25',
  kind: 'typing',
  questions: 50,
  meanBefore: 0.5,
  meanAfter: 0.4,
  difference: -0.1,
  interval: [-0.15, -0.05],
  corrected: 0.001,
  ...part,
});
const found = (...losses: RobustnessLoss[]): Robustness => ({
  measure: 'nDCG@10',
  seed: 1,
  questions: 50,
  kinds: [{ kind: 'typing', changed: [], unchanged: 0 }],
  systems: ['bm25'],
  leftOut: [],
  losses,
});
const title = (robustness: Robustness): string => robustnessTitle(robustness, 'higher', (id) => id.toUpperCase());

describe('what systems lose', () => {
  it('is said of the largest loss that a test shows, and of none where no test does', () => {
    expect(title(found(loss({}), loss({ system: 'e', kind: 'keywords', difference: -0.3, corrected: 0.2 })))).toBe(
      'BM25 loses most from typing errors: −.100 nDCG@10 (95 % interval −.150 to −.050).',
    );
    expect(title(found(loss({ corrected: 0.2 })))).toBe('No test shows a loss of nDCG@10.');
    expect(title({ ...found(), kinds: [] })).toBe('No question can be asked in another of these forms.');
    expect(title({ ...found(), systems: [] })).toBe('No system of this run can be asked in other forms.');
  });

  it('is sure by the corrected test, and perhaps by its own interval alone', () => {
    const looks = [{}, { corrected: 0.3 }, { corrected: 0.3, interval: [-0.2, 0.1] as const }, { difference: 0, interval: [0, 0] as const }]; // prettier-ignore
    expect(looks.map((part) => lossLook(loss(part), 'higher'))).toEqual([
      'worse-sure',
      'worse-perhaps',
      'none',
      'none',
    ]);
    // Of a measure of which less is better, less is no loss.
    expect(lossLook(loss({}), 'lower')).toBe('better-sure');
  });

  it('says who is left out', () => {
    expect(leftOutText(['a', 'b'], (id) => id)).toMatch(/^Left out: a and b\. /);
  });
});
