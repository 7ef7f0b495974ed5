import { expect, it } from 'vitest';
import { documentName, FilesByDocument } from '../../../../src/domain/documents/document-name';
import { docId } from '../../../../src/base/types';

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
