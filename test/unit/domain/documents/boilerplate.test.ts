import { describe, expect, it } from 'vitest';
import { boilerplateEdits, lineKey, repeatedLines } from '../../../../src/domain/documents/boilerplate';
import { Edited } from '../../../../src/domain/documents/edits';
import { docId } from '../../../../src/base/types';

const doc = (id: string, text: string, pages?: readonly number[]) => ({
  id: docId(id),
  text,
  ...(pages ? { outline: { pages, headings: [] } } : {}),
});
const body = (of: string): string => Array.from({ length: 8 }, (_, i) => `Line ${'abcdefgh'[i]} of ${of}`).join('\n');
const files = ['one', 'two', 'three', 'four'].map((name, i) =>
  doc(name, `ACME Pumps\n\n${body(name)}\nPage ${i + 1} of 4`),
);
const without = (of: (typeof files)[number], keys: readonly string[]): string =>
  new Edited(of.text, boilerplateEdits(of, new Set(keys))).text;

describe('lines that come again', () => {
  it('are the same whatever their numbers, case and white space', () => {
    expect(lineKey('  Page 3 of  10 ')).toBe(lineKey('page 14 of 200'));
    expect(lineKey('Page three')).not.toBe(lineKey('Page 3'));
  });

  it('are told with how many files have them, as they stand in the first', () => {
    expect(repeatedLines(files)).toEqual([
      { key: 'acme pumps', text: 'ACME Pumps', count: 4 },
      { key: 'page # of #', text: 'Page 1 of 4', count: 4 },
    ]);
  });

  it('are not those of two files, nor of less than a quarter', () => {
    expect(repeatedLines(files.slice(0, 2))).toEqual([]);
    const others = Array.from({ length: 13 }, (_, i) => doc(`o${i}`, body(`other${'abcdefghijklm'[i]}`)));
    expect(repeatedLines([...files.slice(1), ...others])).toEqual([]);
    expect(repeatedLines([...files, ...others.slice(0, 12)])).toHaveLength(2);
  });

  it('are not those further inside than three lines, nor those of copies of one file', () => {
    const inside = ['p', 'q', 'r'].map((name) =>
      doc(name, `${body(name).slice(0, 60)}\nSame inside\n${body(`${name}2`)}`),
    );
    expect(repeatedLines(inside)).toEqual([]);
    expect(
      repeatedLines([files[0]!, { ...files[0]!, id: docId('copy') }, { ...files[0]!, id: docId('more') }]),
    ).toEqual([]);
  });
});

describe('taking them out', () => {
  it('takes them at the edges with their breaks, and leaves the same line inside', () => {
    const text = `ACME Pumps\n${body('x')}\nACME Pumps\n${body('y')}\nPage 7 of 4`;
    expect(without(doc('d', text), ['acme pumps', 'page # of #'])).toBe(`${body('x')}\nACME Pumps\n${body('y')}\n`);
  });

  it('takes the empty lines below a header with it, and leaves those of the text', () => {
    const text = `ACME Pumps\n\nPage 1\n\n\nTitle\n\n${body('x')}\n\nPage 1\n`;
    expect(without(doc('d', text), ['acme pumps', 'page #'])).toBe(`Title\n\n${body('x')}\n\n`);
    const second = `Title\nPage 1\n\n${body('x')}`;
    expect(without(doc('d', second), ['page #'])).toBe(`Title\n\n${body('x')}`);
  });

  it('takes what is at an edge then, if it is such a line', () => {
    const text = `Draft\nDraft\nDraft\nDraft\n${body('x')}`;
    expect(without(doc('d', text), ['draft'])).toBe(body('x'));
  });

  it('leaves several lines that differ in their numbers alone: rows of a log are no headers', () => {
    const rows = (from: number) => Array.from({ length: 6 }, (_, i) => `2024-05-0${i + 1} valve ${from + i} bar`);
    const logs = ['p', 'q', 'r'].map((id, i) => doc(id, ['Readings', ...rows(10 * i), 'End'].join('\n')));
    const keys = repeatedLines(logs).map(({ key }) => key);
    expect(keys).toContain('#-#-# valve # bar');
    expect(without(logs[0]!, keys)).toBe(`${rows(0).join('\n')}\n`);
    expect(without(doc('d', `${body('x')}\n12\n34\n7`), ['#'])).toBe(`${body('x')}\n12\n34\n7`);
    expect(without(doc('d', `7\n${body('x')}\n7`), ['#'])).toBe(`${body('x')}\n`);
  });

  it('leaves a document that would have nothing else', () => {
    expect(without(doc('d', 'Draft\nPage 1'), ['draft', 'page #'])).toBe('Draft\nPage 1');
  });

  it('never joins what stands on two pages', () => {
    const paged = doc('d', `${body('x')}\nPage 1${body('y')}`, [0, body('x').length + 7]);
    expect(without(paged, ['page #'])).toBe(`${body('x')}\n${body('y')}`);
  });
});
