import { mkdtempSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OutputFiles } from '../../../src/command-line/files';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'hitrate-output-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** As a command that ends: what failed is taken back. */
function writeAll(files: Readonly<Record<string, readonly (string | null)[]>>): void {
  const output = new OutputFiles();
  try {
    for (const [path, pieces] of Object.entries(files)) for (const piece of pieces) output.add(path, piece);
    output.commit();
  } finally {
    output.discard();
  }
}

describe('OutputFiles', () => {
  it('writes files in pieces, over others and into new folders, and leaves nothing beside them', () => {
    const [first, second, taken] = [join(folder, 'a.txt'), join(folder, 'new/b.txt'), join(folder, 'c.txt')];
    writeFileSync(first, 'before');
    writeAll({ [first]: ['no', 'w'], [second]: ['new'], [taken]: ['half', null] });
    expect([readFileSync(first, 'utf8'), readFileSync(second, 'utf8')]).toEqual(['now', 'new']);
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual(['a.txt', 'new', join('new', 'b.txt')]);
  });

  it('writes none where one cannot be written', () => {
    const [first, blocked] = [join(folder, 'a.txt'), join(folder, 'file/b.txt')];
    writeFileSync(first, 'before');
    writeFileSync(join(folder, 'file'), '');
    expect(() => writeAll({ [first]: ['now'], [blocked]: ['new'] })).toThrow(/b\.txt cannot be written/);
    expect(readFileSync(first, 'utf8')).toBe('before');
    expect(readdirSync(folder).sort()).toEqual(['a.txt', 'file']);
  });

  it('refuses a folder in the place of a file', () => {
    mkdirSync(join(folder, 'a.txt'));
    expect(() => writeAll({ [join(folder, 'a.txt')]: [''] })).toThrow(/cannot be written/);
    expect(readdirSync(folder)).toEqual(['a.txt']);
  });
});
