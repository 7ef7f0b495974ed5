import { describe, expect, it } from 'vitest';
import { partAt, partsOf, piecesOf, visibleSpace } from '../../../../src/ui/documents/document-parts';

describe('a document as it is read', () => {
  it('is shown page by page, and what is before the first page belongs to it', () => {
    const text = 'cover first second';
    expect(partsOf({ text, outline: { pages: [0, 6, 12], headings: [] } })).toEqual([
      { start: 0, end: 6 },
      { start: 6, end: 12 },
      { start: 12, end: 18 },
    ]);
    expect(partsOf({ text, outline: { pages: [6], headings: [] } })[0]).toEqual({ start: 0, end: 6 });
  });

  it('without pages is cut after paragraphs, and loses nothing', () => {
    const text = Array.from({ length: 40 }, (_, i) => `${i} ${'words '.repeat(120)}`).join('\n\n');
    const parts = partsOf({ text });
    expect(parts.length).toBeGreaterThan(3);
    expect(parts.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
    for (const { start } of parts.slice(1)) expect(text.slice(start - 2, start)).toBe('\n\n');
    expect(partsOf({ text: 'short' })).toEqual([{ start: 0, end: 5 }]);
  });

  it('without breaks is cut all the same, between characters', () => {
    const text = '𠮷'.repeat(9001);
    const parts = partsOf({ text });
    expect(parts.length).toBeGreaterThan(1);
    for (const { start, end } of parts) expect(text.slice(start, end)).toMatch(/^𠮷+$/u);
  });

  it('has its headings apart, each with its line', () => {
    const text = '# One\nbody\n## Two\nmore';
    const outline = {
      pages: [],
      headings: [
        { start: 2, level: 1, text: 'One' },
        { start: 11, level: 2, text: 'Two' },
      ],
    };
    expect(piecesOf({ text, outline }, { start: 0, end: text.length })).toEqual([
      { text: '# ', level: null },
      { text: 'One', level: 1 },
      { text: '\nbody\n', level: null },
      { text: '## Two', level: 2 },
      { text: '\nmore', level: null },
    ]);
    expect(piecesOf({ text, outline }, { start: 11, end: 22 }).map((piece) => piece.level)).toEqual([2, null]);
  });

  it('tells the part that a place stands in', () => {
    const parts = [
      { start: 0, end: 5 },
      { start: 5, end: 9 },
    ];
    expect([0, 4, 5, 8, 99].map((at) => partAt(parts, at))).toEqual([0, 0, 1, 1, 0]);
  });

  it('shows white space where it matters', () => {
    expect(visibleSpace('a  b\tc\n\u3000d')).toBe('a··b⇥c↵␣d');
  });
});
