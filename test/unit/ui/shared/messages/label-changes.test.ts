import { expect, it } from 'vitest';
import type { SplitFigure } from '../../../../../src/workbench/inspect/label-comparison';
import { splitTitle } from '../../../../../src/ui/shared/messages/label-changes';

const figure = (after: string, labels: number, rankings: number): SplitFigure => ({
  before: after,
  after,
  total: { difference: labels + rankings, interval: null },
  labels: { difference: labels, interval: null },
  rankings: { difference: rankings, interval: null },
  changed: [],
});
const title = (...figures: SplitFigure[]): string => splitTitle(figures, 'nDCG@10', (id) => id.toUpperCase());

it('the change that is largest is told by its parts', () => {
  expect(title(figure('a', 0.01, 0.01), figure('b', 0.04, -0.009))).toBe(
    'Of the change of nDCG@10 by +.031 for B, +.040 comes from changed judgments and −.009 from changed rankings.',
  );
  expect(title(figure('a', 0.01, 0), figure('b', -0.02, 0))).toBe(
    'The change of nDCG@10 comes from the judgments alone.',
  );
  expect(title(figure('a', 0, 0.1))).toBe('The change of nDCG@10 comes from the rankings alone.');
  expect(title(figure('a', 0, 0))).toBe('Changed judgments do not change nDCG@10.');
});
