import { describe, expect, it } from 'vitest';
import { Edited } from '../../../../src/domain/documents/edits';

describe('a text after edits', () => {
  const edited = new Edited('one  two three', [
    { start: 0, end: 3, text: 'first' },
    { start: 3, end: 5, text: '' },
    { start: 8, end: 9, text: ', ' },
  ]);

  it('has what was put in the place of each part', () => {
    expect(edited.text).toBe('firsttwo, three');
    expect(new Edited('as it is', []).text).toBe('as it is');
  });

  it('tells where a place is afterwards, and the beginning of an edit for what is within it', () => {
    expect([0, 2, 3, 4, 5, 8, 9, 14].map((at) => edited.forward(at))).toEqual([0, 0, 5, 5, 5, 8, 10, 15]);
  });

  it('tells where a part comes from, with the whole of an edit that it touches', () => {
    expect(edited.backward({ start: 5, end: 8 })).toEqual({ start: 5, end: 8 });
    expect(edited.backward({ start: 4, end: 6 })).toEqual({ start: 0, end: 6 });
    expect(edited.backward({ start: 9, end: 12 })).toEqual({ start: 8, end: 11 });
    expect(edited.backward({ start: 10, end: 10 })).toEqual({ start: 9, end: 9 });
  });

  it('counts what was taken out before a place, wherever its text then begins', () => {
    const twice = new Edited('xxaxxb', [
      { start: 0, end: 2, text: '' },
      { start: 3, end: 5, text: '' },
    ]);
    expect(twice.text).toBe('ab');
    expect(twice.backward({ start: 0, end: 1 })).toEqual({ start: 2, end: 3 });
    expect(twice.backward({ start: 1, end: 2 })).toEqual({ start: 5, end: 6 });
  });
});
