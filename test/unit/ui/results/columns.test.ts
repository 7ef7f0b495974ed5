import { expect, it } from 'vitest';
import { tieText } from '../../../../src/ui/results/ranked-columns';
import { labelOf, measureColumns, shownMeasures } from '../../../../src/ui/results/columns';
import { resultOf } from '../result';

const result = resultOf({ bm25: [1, 2, 0], embedding: [1, 3, 3], ensemble: [1, 1, 0] });

it('tells a measure of every k from the same one without a cut', () => {
  const both = { ...result, spec: { ...result.spec, measures: [...result.spec.ks.map((k) => `MRR@${k}`), 'MRR'] } };
  const { families, others } = measureColumns(both);
  expect([...families, ...others].map(({ id, textAt }) => [id, textAt(3)])).toEqual([
    ['MRR@k', 'MRR@3'],
    ['MRR', 'MRR'],
  ]);
});

it('tables have the measures of one k or of each, and those without a k once', () => {
  expect(shownMeasures(result, 3)).toEqual(['HitRate@3', 'MAP']);
  expect(shownMeasures(result, 'all')).toEqual(['HitRate@1', 'HitRate@3', 'MAP']);
});

it('names a measure with its parameters and its cut-off', () => {
  expect(labelOf('P(rel=2)@5')).toBe('Precision(rel=2)@5');
  expect(labelOf('iprec_at_recall_0.10')).toBe('Interpolated P 0.10');
});

it('says in how many questions ties decide a value, and its range', () => {
  expect(tieText({ low: 0.5, high: 0.75, questions: 1 })).toBe(
    'Ties decide this: .5000 to .7500 under other orders of equal scores, in 1 question.',
  );
});
