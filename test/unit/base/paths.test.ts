import { expect, it } from 'vitest';
import { baseName, extensionOf, folderName, folderOf, stemOf } from '../../../src/base/paths';

it.each([
  ['a/b/c.tar.GZ', 'c.tar.GZ', 'a/b', 'gz', 'c.tar'],
  ['c.json', 'c.json', '', 'json', 'c'],
  ['a/.hidden', '.hidden', 'a', '', '.hidden'],
  ['a.zip/none', 'none', 'a.zip', '', 'none'],
])('takes %s apart', (path, base, folder, extension, stem) => {
  expect([baseName(path), folderOf(path), extensionOf(path), stemOf(path)]).toEqual([base, folder, extension, stem]);
});

it.each([
  ['', 'Collection'],
  ['sets/scifact', 'scifact'],
  ['sets/scifact.v2', 'scifact.v2'],
  ['download.zip', 'download'],
  ['download.zip/SciFact', 'SciFact'],
])('names a collection in the folder “%s”: %s', (folder, name) => {
  expect(folderName(folder)).toBe(name);
});
