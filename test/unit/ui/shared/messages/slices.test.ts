import { describe, expect, it } from 'vitest';
import type { ReportedDimension, SliceFinding, SliceReport } from '../../../../../src/domain/slices/report';
import { cellDescription, cellDifference, slicesAnswer } from '../../../../../src/ui/shared/messages/slices';

describe('a cell', () => {
  it.each([
    [-0.083, '−.08'],
    [0.0951, '+.10'],
    [-0.004, '.00'],
    [0, '.00'],
  ])('of %d is %s', (value, text) => {
    expect(cellDifference(value)).toBe(text);
  });

  it('is described with interval, p and certainty', () => {
    const difference = { mean: -0.083, ci95: [-0.137, -0.033], p: 0.113, certainty: 'perhaps' } as const;
    expect(cellDescription('bm25', 'ensemble', difference)).toBe(
      'bm25, −.083 against ensemble (−.137 to −.033), corrected p = .113: worse, perhaps',
    );
    const tie = { mean: 0.01, ci95: [-0.01, 0.03], p: 1, certainty: 'tie' } as const;
    expect(cellDescription('bm25', 'ensemble', tie)).toMatch(/corrected p = 1.000: a tie$/);
    const best = { mean: 0, ci95: null, p: 1, certainty: 'tie' } as const;
    expect(cellDescription('ensemble', 'ensemble', best)).toBe('ensemble');
  });
});

describe('the answer of the map', () => {
  const dimension = (kind: ReportedDimension['kind'], holm: number, evidence?: SliceFinding['evidence']) =>
    ({
      id: kind,
      kind,
      field: null,
      slices: [],
      p: holm / 2,
      holm,
      findings: evidence ? [{ evidence }] : [],
    }) as unknown;
  const report = (...dimensions: unknown[]) => ({ dimensions }) as unknown as SliceReport;

  it('is that there is no evidence, where no dimension holds', () => {
    expect(slicesAnswer(report(dimension('language', 0.4), dimension('length', 0.9)))).toBe(
      'No evidence of a difference between slices, corrected for 2 ways of dividing the questions.',
    );
  });

  it('names the dimensions that hold, and those that may', () => {
    expect(slicesAnswer(report(dimension('language', 0.06, 'perhaps'), dimension('shared-words', 0.019, 'sure')))).toBe(
      'Differences between systems depend on words shared with the relevant passage (p = .019), and may depend on language (p = .060); corrected for 2 ways of dividing the questions.',
    );
    expect(slicesAnswer(report(dimension('language', 0.06, 'perhaps')))).toBe(
      'Differences between systems may depend on language (p = .060); corrected for 1 way of dividing the questions.',
    );
  });

  it('says that there is nothing to divide', () => {
    expect(slicesAnswer(report())).toBe('The questions cannot be divided into slices of ten or more.');
  });
});
