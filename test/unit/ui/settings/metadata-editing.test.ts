import { searchesFields, withSearchedFields } from '../../../../src/domain/experiment/retrievers';
import { describe, expect, it } from 'vitest';
import type { FieldSummary } from '../../../../src/domain/dataset/corpus';
import { DEFAULT_ANALYZER } from '../../../../src/domain/text/analyzer-spec';
import { lexical, vectorsBy } from '../../../../src/domain/experiment/catalogue';
import {
  boostKinds,
  fieldChoices,
  filterKinds,
  readValues,
  unknownValues,
  valuesText,
  withBoostKind,
  withFilterKind,
  withSearched,
} from '../../../../src/ui/settings/metadata-editing';

const field = (name: string, range: FieldSummary['range'] = null): FieldSummary => ({
  name,
  docs: 3,
  values: ['red', 'blue, dark'],
  examples: ['red'],
  range,
});
const FIELDS = [field('colour'), field('price', [1, 2])];

describe('the form of a filter', () => {
  it('offers ranges only where there are numbers', () => {
    expect(filterKinds(FIELDS, 'none').map(({ value }) => value)).toEqual(['none', 'question', 'values', 'range']);
    expect(filterKinds(FIELDS.slice(0, 1), 'none').map(({ value }) => value)).toEqual(['none', 'question', 'values']);
    expect(boostKinds(FIELDS, 'none').at(-1)!.value).toBe('number');
    // What came from a file stays.
    expect(filterKinds([], 'range').map(({ value }) => value)).toContain('range');
  });

  it('keeps the field where another kind can read it, and takes the first that it can read where not', () => {
    const filter = withFilterKind(null, 'question', FIELDS)!;
    expect(filter).toEqual({ kind: 'question', field: 'colour', analyzer: DEFAULT_ANALYZER });
    expect(withFilterKind(filter, 'values', FIELDS)).toEqual({ kind: 'values', field: 'colour', values: [] });
    expect(withFilterKind(filter, 'range', FIELDS)).toMatchObject({ field: 'price', least: null, most: null });
    expect(withFilterKind(filter, 'none', FIELDS)).toBeNull();
    expect(fieldChoices(FIELDS, { kind: 'range', field: 'year', least: 1, most: null })).toEqual(['year', 'price']);
  });

  it('of a boost keeps the weight', () => {
    const boost = withBoostKind(null, 'number', FIELDS)!;
    expect(boost).toEqual({ kind: 'number', field: 'price', weight: 0.5 });
    expect(withBoostKind({ ...boost, weight: 2 }, 'question', FIELDS)).toEqual({
      kind: 'question',
      field: 'price',
      analyzer: DEFAULT_ANALYZER,
      weight: 2,
    });
  });

  it('reads values with a semicolon between them, since commas stand inside', () => {
    expect(readValues(' red ; blue, dark;; ')).toEqual(['red', 'blue, dark']);
    expect(readValues(valuesText(['red', 'blue, dark']))).toEqual(['red', 'blue, dark']);
    expect(unknownValues(['red', 'pink'], FIELDS[0])).toEqual(['pink']);
    expect(unknownValues(['pink'], { ...FIELDS[0]!, values: null })).toEqual([]);
  });
});

describe('the fields that a retriever searches', () => {
  it('are title and text until others are chosen, and again when none is', () => {
    expect(withSearched(undefined, 'colour')).toEqual(['title', 'text', 'colour']);
    expect(withSearched(['title', 'colour'], 'title')).toEqual(['colour']);
    expect(withSearched(['title', 'text', 'colour'], 'colour')).toBeUndefined();
    expect(withSearched(['colour'], 'colour')).toBeUndefined();
  });

  it('are those of words alone, also where they are asked by rewrites', () => {
    const words = lexical(DEFAULT_ANALYZER);
    expect(searchesFields(vectorsBy('nearest'))).toBeNull();
    expect(withSearchedFields(withSearchedFields(words, ['colour']), undefined)).toEqual(words);
    const rewritten = {
      kind: 'rewritten',
      rewrites: { name: 'r', hash: 'h' },
      original: true,
      constant: 60,
      retriever: words,
    } as const;
    expect(searchesFields(withSearchedFields(rewritten, ['colour']))).toMatchObject({ fields: ['colour'] });
  });
});
