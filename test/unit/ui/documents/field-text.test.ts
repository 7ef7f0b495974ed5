import { describe, expect, it } from 'vitest';
import type { FieldSummary } from '../../../../src/domain/dataset/fields';
import { fieldText, heldBy, metadataLines, numberFields } from '../../../../src/ui/documents/document-texts';

const field = (parts: Partial<FieldSummary>): FieldSummary => ({
  name: 'f',
  docs: 2,
  values: ['a', 'b'],
  examples: ['a', 'b'],
  range: null,
  ...parts,
});

describe('a field in words', () => {
  it('is its range, or all its values, or some of them with how many there are', () => {
    expect(fieldText(field({ range: [-1.5, 20] }))).toBe('−1.5 to 20');
    expect(fieldText(field({ range: [7, 7] }))).toBe('7');
    expect(fieldText(field({}))).toBe('a, b');
    expect(fieldText(field({ values: ['a', 'b', 'c', 'd'] }))).toBe('a, b, … (4 values)');
    expect(fieldText(field({ values: null }))).toBe('a, b, … (more than 50 values)');
  });

  it('is told with the documents that have it', () => {
    expect(heldBy(field({}), 2)).toBe('every document');
    expect(heldBy(field({ docs: 1200 }), 3000)).toBe('1,200 of 3,000 documents');
  });

  it('is a number where all that have it have one', () => {
    expect(numberFields([field({}), field({ name: 'n', range: [0, 1] })]).map(({ name }) => name)).toEqual(['n']);
  });
});

it('the metadata of a document is told line by line', () => {
  expect(metadataLines({ colours: ['red', 'blue'], year: 2020 })).toEqual([
    { field: 'colours', text: 'red, blue' },
    { field: 'year', text: '2020' },
  ]);
});
