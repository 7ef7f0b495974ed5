import { describe, expect, it } from 'vitest';
import { MAX_VALUES, summariseFields } from '../../../../src/domain/dataset/fields';
import { type Doc, docId, type Metadata } from '../../../../src/base/types';

const doc = (i: number, metadata?: Metadata): Doc => ({
  id: docId(`d${i}`),
  title: '',
  text: '',
  ...(metadata && { metadata }),
});

describe('the fields of a collection', () => {
  it('are told with how many documents have them, their values and examples', () => {
    const docs = [doc(1, { colour: ['red', 'blue'] }), doc(2, { colour: 'red' }), doc(3)];
    expect(summariseFields(docs)).toEqual([
      { name: 'colour', docs: 2, values: ['red', 'blue'], examples: ['red', 'blue'], range: null },
    ]);
  });

  it('have a range where every document that has them has a number, also one written as text', () => {
    const [price, size] = summariseFields([doc(1, { price: '10.5', size: 4 }), doc(2, { price: 2, size: 'XL' })]);
    expect(price!.range).toEqual([2, 10.5]);
    expect(size!.range).toBeNull();
  });

  it('list no values where they are too many to choose among', () => {
    const docs = Array.from({ length: MAX_VALUES + 1 }, (_, i) => doc(i, { isbn: String(i) }));
    expect(summariseFields(docs)[0]!.values).toBeNull();
    expect(summariseFields(docs.slice(1))[0]!.values).toHaveLength(MAX_VALUES);
  });

  it('cut long examples, never in the middle of a character', () => {
    const [field] = summariseFields([doc(1, { note: '🦆'.repeat(60) })]);
    expect(field!.examples[0]).toBe(`${'🦆'.repeat(29)}…`);
  });
});
