import { describe, expect, it } from 'vitest';
import { fieldText, numberOf, valuesOf } from '../../../../../src/domain/retrieval/metadata/field-values';

const doc = {
  title: 'A title',
  text: 'a text',
  metadata: { colours: ['red', 'dark blue'], year: 2020, title: 'other' },
};

describe('values of a field', () => {
  it('are the items of a list, or the one value as text', () => {
    expect(valuesOf(doc, 'colours')).toEqual(['red', 'dark blue']);
    expect(valuesOf(doc, 'year')).toEqual(['2020']);
    expect(valuesOf(doc, 'price')).toEqual([]);
    expect(valuesOf({ title: '', text: '' }, 'year')).toEqual([]);
  });

  it('of title and text are those of the document, and else of the metadata', () => {
    expect(valuesOf(doc, 'title')).toEqual(['A title']);
    expect(valuesOf({ ...doc, title: '' }, 'title')).toEqual(['other']);
    expect(valuesOf(doc, 'text')).toEqual(['a text']);
  });

  it('are never those that every object has', () => {
    expect(valuesOf(doc, 'constructor')).toEqual([]);
    expect(valuesOf(doc, 'toString')).toEqual([]);
  });

  it('make one text, each in a line, in the order of the fields', () => {
    expect(fieldText(doc, ['year', 'colours', 'price'])).toBe('2020\nred\ndark blue');
  });
});

describe('the number of a field', () => {
  it.each([
    ['12', 12],
    [' -1.5e2 ', -150],
    ['007', 7],
    ['0x10', undefined],
    ['12 €', undefined],
    ['1,200', undefined],
    ['', undefined],
    ['Infinity', undefined],
    ['1e999', undefined],
  ])('of “%s” is %s', (text, number) => {
    expect(numberOf({ title: '', text: '', metadata: { n: text } }, 'n')).toBe(number);
  });

  it('is there for one value alone', () => {
    expect(numberOf({ title: '', text: '', metadata: { n: ['1', '2'] } }, 'n')).toBeUndefined();
    expect(numberOf({ title: '', text: '', metadata: { n: 0 } }, 'n')).toBe(0);
  });
});
