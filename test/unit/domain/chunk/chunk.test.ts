import { describe, expect, it } from 'vitest';
import { chunkId, headingPath, pageOf, placeOf } from '../../../../src/domain/chunk/recursive';
import { isSpace, trimmed } from '../../../../src/domain/chunk/spans';
import { docId } from '../../../../src/base/types';

describe('the name of a chunk', () => {
  it('tells its place again, whatever the document is called', () => {
    for (const name of ['a.txt', 'a#1-2', 'x#y', '地図 #3.md', 'two\nlines#']) {
      const doc = docId(name);
      expect(placeOf(chunkId(doc, { start: 3, end: 14 }))).toEqual({ doc, start: 3, end: 14 });
    }
  });

  it('is none of a document', () => {
    for (const name of ['a.txt', 'a#', 'a#1', 'a#1-', 'a#-2', 'a#1-2b']) expect(placeOf(docId(name))).toBeNull();
  });
});

describe('headings over a place', () => {
  const outline = {
    pages: [0, 50],
    headings: [
      { start: 0, level: 1, text: 'Museum' },
      { start: 10, level: 3, text: 'Clocks' },
      { start: 20, level: 2, text: 'Harbour' },
      { start: 30, level: 1, text: 'Tea' },
    ],
  };

  it('are those that are open there, the highest first', () => {
    expect(headingPath({ outline }, 15)).toEqual(['Museum', 'Clocks']);
    expect(headingPath({ outline }, 20)).toEqual(['Museum', 'Harbour']);
    expect(headingPath({ outline }, 99)).toEqual(['Tea']);
    expect(headingPath({}, 5)).toEqual([]);
  });

  it('have a page, counted from 1, where there are pages', () => {
    expect([pageOf({ outline }, 0), pageOf({ outline }, 49), pageOf({ outline }, 50)]).toEqual([1, 1, 2]);
    expect(pageOf({}, 3)).toBeNull();
  });
});

describe('a span without white space at its ends', () => {
  it('is none where there is nothing else', () => {
    expect(trimmed(' \n　', { start: 0, end: 3 })).toBeNull();
    expect(trimmed(' ab　', { start: 0, end: 4 })).toEqual({ start: 1, end: 3 });
  });

  it('knows white space as the language does', () => {
    for (let code = 0; code < 0x10000; code++)
      expect(isSpace(code), code.toString(16)).toBe(/\s/.test(String.fromCharCode(code)));
  });
});
