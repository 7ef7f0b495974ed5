import { describe, expect, it } from 'vitest';
import { openCondition, NamedValues } from '../../../../../src/domain/retrieval/metadata/condition';
import type { ConditionSpec } from '../../../../../src/domain/retrieval/metadata/metadata-spec';
import { DEFAULT_ANALYZER } from '../../../../../src/domain/text/analyzer-spec';
import type { Metadata } from '../../../../../src/base/types';

const words = (text: string): string[] => text.toLowerCase().match(/\w+/g) ?? [];
const docs = (
  [
    { category: 'Shoes', price: 10 },
    { category: ['Phone case', 'Phone'], price: '20' },
    { category: 'Phone', price: 30 },
    {},
  ] satisfies Metadata[]
).map((metadata) => ({ title: '', text: '', metadata }));

/** Places of the documents that meet a condition; null where a question asks for nothing. */
function met(spec: ConditionSpec, question = ''): number[] | null {
  const meets = openCondition(spec, docs, words).forQuestion(question);
  return meets && docs.flatMap((_, i) => (meets(i) ? [i] : []));
}

describe('a condition on the metadata', () => {
  it('is met by any of some values, letter for letter', () => {
    expect(met({ kind: 'values', field: 'category', values: ['Phone', 'Bags'] })).toEqual([1, 2]);
    expect(met({ kind: 'values', field: 'category', values: ['phone'] })).toEqual([]);
    expect(met({ kind: 'values', field: 'price', values: ['10'] })).toEqual([0]);
  });

  it('is met by a number of a range with both its ends, and never by a document without one', () => {
    expect(met({ kind: 'range', field: 'price', least: 10, most: 20 })).toEqual([0, 1]);
    expect(met({ kind: 'range', field: 'price', least: null, most: 25 })).toEqual([0, 1]);
    expect(met({ kind: 'range', field: 'price', least: 20.5, most: null })).toEqual([2]);
    expect(met({ kind: 'range', field: 'category', least: null, most: 1e9 })).toEqual([]);
  });

  it('is met by what the question names, and asks for nothing where it names nothing', () => {
    const spec: ConditionSpec = { kind: 'question', field: 'category', analyzer: DEFAULT_ANALYZER };
    expect(met(spec, 'red shoes, please')).toEqual([0]);
    expect(met(spec, 'which shoe?')).toBeNull();
    expect(met(spec, '')).toBeNull();
  });

  it('takes the longer of two values, where the shorter is inside it', () => {
    const spec: ConditionSpec = { kind: 'question', field: 'category', analyzer: DEFAULT_ANALYZER };
    expect(met(spec, 'a phone case')).toEqual([1]);
    expect(met(spec, 'a case for my phone')).toEqual([1, 2]);
    expect(met(spec, 'a phone case for my phone')).toEqual([1, 2]);
    expect(met(spec, 'shoes or a phone case')).toEqual([0, 1]);
  });
});

describe('values that questions name', () => {
  const named = (values: string[], question: string): string[] => [
    ...new NamedValues(values.map((value) => ({ value, terms: words(value) }))).in(words(question)),
  ];

  it('need all their terms, one after the other', () => {
    expect(named(['dark blue'], 'blue and dark')).toEqual([]);
    expect(named(['dark blue'], 'dark')).toEqual([]);
    expect(named(['dark blue'], 'dark blue')).toEqual(['dark blue']);
  });

  it('are named together where they have the same terms, and never without terms', () => {
    expect(named(['Red', 'red!', '!'], 'a red one')).toEqual(['Red', 'red!']);
  });

  it('may overlap: neither is inside the other', () => {
    expect(named(['new york', 'york city'], 'in new york city')).toEqual(['new york', 'york city']);
  });
});
