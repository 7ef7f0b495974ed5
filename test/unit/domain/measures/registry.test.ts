import { describe, expect, it } from 'vitest';
import {
  closestName,
  definitionOf,
  findMeasure,
  measureDefinitions,
  measureNames,
} from '../../../../src/domain/measures/registry';
import { measureAt } from '../../../../src/domain/measures/parse';

describe('the registry of measures', () => {
  it('begins with the five measures of every report', () => {
    expect(measureNames.slice(0, 5)).toEqual(['HitRate', 'MRR', 'P', 'Recall', 'F1']);
  });

  it('has every name and alias once', () => {
    const names = measureDefinitions.flatMap(({ name, aliases }) => [name, ...aliases]);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(findMeasure(name)).toBeDefined();
  });

  it('tells what every measure is: label, sentence, formula, what it rewards and when not to use it', () => {
    const labels = measureDefinitions.map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
    for (const { name, summary, explanation } of measureDefinitions) {
      expect(summary, name).toMatch(/^(nDCG|[A-Z]).*\.$/);
      expect(explanation.formula, name).not.toBe('');
      for (const text of [explanation.rewards, explanation.avoid]) expect(text, name).toMatch(/^[A-Z].*\.$/);
    }
  });

  it('finds the definition of a measure, or throws for one of another version', () => {
    expect(definitionOf(measureAt('P', 5)).label).toBe('Precision');
    expect(() => definitionOf({ name: 'P9' })).toThrow('no measure is called “P9”');
  });

  it('proposes a name where one comes close', () => {
    expect(closestName('Recal')).toBe('Recall');
    expect(closestName('MRP')).toBe('MRR');
    expect(closestName('Accuracy')).toBeNull();
    expect(closestName('')).toBeNull();
  });
});
