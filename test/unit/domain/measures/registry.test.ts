import { describe, expect, it } from 'vitest';
import { findMeasure, measureDefinitions, measureNames } from '../../../../src/domain/measures/registry';

describe('the registry of measures', () => {
  it('holds the five measures in the order of reports', () => {
    expect(measureNames).toEqual(['HitRate', 'MRR', 'P', 'Recall', 'F1']);
  });

  it('has every name and alias once', () => {
    const names = measureDefinitions.flatMap(({ name, aliases }) => [name, ...aliases]);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(findMeasure(name)).toBeDefined();
  });
});
