import { describe, expect, it } from 'vitest';
import { docId, type Doc } from '../../../../src/base/types';
import { documentChanges } from '../../../../src/domain/documents/document-changes';
import { ALSO } from '../../../../src/domain/documents/prepare';
import { documentName, FilesByDocument } from '../../../../src/domain/documents/document-name';
import { textDoc as doc } from '../judging/make';

const first = 'The valve opens at ten bar, and the pump starts to run.';
const second = 'Every spring the filter is cleaned with warm water and soap.';
const old = doc('a', `${first}\n\n${second}`);
const other = doc('o', 'Something else that stays as it is, in every reading.');
const change = (before: readonly Doc[], ...after: readonly Doc[]) => documentChanges(before, after);

describe('a document', () => {
  it('that stayed has no change', () => {
    expect(change([old, other], other, old)).toEqual([]);
  });

  it('was renamed where its text stands under a new id', () => {
    expect(change([old, other], doc('b', old.text), other)).toEqual([{ kind: 'renamed', from: 'a', to: ['b'] }]);
    // Not renamed: a copy of it was there before, and is there still.
    const copy = doc('b', old.text);
    expect(change([old, copy], copy)).toEqual([{ kind: 'merged', from: 'a', to: ['b'] }]);
  });

  it('was edited where its own text is another, also where it lost a part', () => {
    expect(change([old], doc('a', `${old.text} More.`))).toEqual([{ kind: 'edited', from: 'a', to: ['a'] }]);
    expect(change([old], doc('a', second))).toEqual([{ kind: 'edited', from: 'a', to: ['a'] }]);
  });

  it('was split where several documents hold its text, in its order', () => {
    const parts = [doc('a-2', second), doc('a-1', `  ${first}`)];
    expect(change([old], ...parts)).toEqual([{ kind: 'split', from: 'a', to: ['a-1', 'a-2'] }]);
    expect(change([old], doc('a', first), doc('a-2', second))[0]!.kind).toBe('split');
    // Not split: one part of it is not all of it.
    expect(change([old], parts[0]!)[0]!.kind).toBe('deleted');
  });

  it('was merged where another holds it', () => {
    expect(change([other], doc('b', `${other.text} And more.`))).toEqual([{ kind: 'merged', from: 'o', to: ['b'] }]);
    expect(change([old], { ...doc('b', 'Shorter.'), metadata: { [ALSO]: ['a'] } })[0]!.kind).toBe('merged');
  });

  it('was deleted where its text is nowhere', () => {
    expect(change([old, other], other)).toEqual([{ kind: 'deleted', from: 'a', to: [] }]);
  });
});

it('has no white space, and two paths never have one name', () => {
  const paths = ['my notes/a b.txt', 'my%20notes/a b.txt', '100%.md', '地図　二.md', 'plain.txt'];
  const names = paths.map(documentName);
  expect(names[0]).toBe('my%20notes/a%20b.txt');
  expect(names[4]).toBe('plain.txt');
  expect(new Set(names).size).toBe(paths.length);
  expect(names.some((name) => /\s/.test(name))).toBe(false);
});

it('tells the file again, also of a row whose table has a colon in its name', () => {
  const files = new FilesByDocument(['a b.txt', 'list: all.csv', 'x']);
  expect(files.of(documentName('a b.txt'))).toBe('a b.txt');
  expect(files.of(docId(`${documentName('list: all.csv')}:row%201`))).toBe('list: all.csv');
  expect(files.of(docId('gone.txt'))).toBeNull();
});
