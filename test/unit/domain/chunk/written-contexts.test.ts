import { describe, expect, it } from 'vitest';
import { docId } from '../../../../src/base/types';
import { type ContextEntry, WrittenContexts } from '../../../../src/domain/chunk/written-contexts';

const doc = { id: docId('a.txt'), text: 'One  leaks.\nTwo rusts.\nTwo rusts.' };
const spans = [
  { start: 0, end: 11 },
  { start: 12, end: 22 },
  { start: 23, end: 33 },
];
const entry = (id: string | null, at: ContextEntry['at'], context: string): ContextEntry => ({ id, at, context });

describe('contexts that were written elsewhere', () => {
  it.each([
    ['the id of the passage', entry('a.txt#12-22', null, 'x')],
    ['its document and its place', entry('a.txt', { start: 12, end: 22 }, 'x')],
    ['its document and where it begins', entry('a.txt', { start: 12 }, 'x')],
    ['its document and its number, from 0', entry('a.txt', { index: 1 }, 'x')],
  ])('are found by %s', (_, each) => {
    const contexts = new WrittenContexts([each]);
    expect(contexts.of(doc, spans)).toEqual(['', 'x', '']);
    expect(contexts.unmatched).toBe(0);
  });

  it('are found by the text of a passage whatever its white space, in every passage that has it', () => {
    const contexts = new WrittenContexts([
      entry('a.txt', { text: ' One leaks. ' }, 'x'),
      entry(null, { text: 'Two rusts.' }, 'y'),
    ]);
    expect(contexts.of(doc, spans)).toEqual(['x', 'y', 'y']);
    expect(contexts.unmatched).toBe(0);
  });

  it('are found by the id of a document only where the document is one passage', () => {
    const contexts = new WrittenContexts([entry('a.txt', null, 'x')]);
    expect(contexts.of(doc, spans)).toEqual(['', '', '']);
    expect(contexts.unmatched).toBe(1);
    expect(contexts.of(doc, [{ start: 0, end: doc.text.length }])).toEqual(['x']);
    expect(contexts.unmatched).toBe(0);
  });

  it('name nothing with another document, another end, a part of the text or a number counted from 1', () => {
    const contexts = new WrittenContexts([
      entry('b.txt', { start: 12 }, 'w'),
      entry('a.txt', { start: 12, end: 21 }, 'x'),
      entry('a.txt', { text: 'Two' }, 'y'),
      entry('a.txt', { index: 3 }, 'z'),
    ]);
    expect(contexts.of(doc, spans)).toEqual(['', '', '']);
    expect(contexts.unmatched).toBe(4);
  });

  it('have a place before a text, and the first of two that name a passage alike', () => {
    const contexts = new WrittenContexts([
      entry('a.txt', { text: 'Two rusts.' }, 'by text'),
      entry('a.txt', { start: 23 }, 'by place'),
      entry('a.txt', { start: 23 }, 'again'),
    ]);
    expect(contexts.of(doc, spans)).toEqual(['', 'by text', 'by place']);
  });
});
