import { mkdtempSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeWhole } from '../../../src/command-line/files';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'hitrate-output-'))));
afterEach(() => rmSync(folder, { recursive: true }));

describe('writeWhole', () => {
  it('writes files, over others and into new folders, and leaves nothing beside them', () => {
    const [first, second] = [join(folder, 'a.txt'), join(folder, 'new/b.txt')];
    writeFileSync(first, 'before');
    writeWhole([
      { path: first, text: 'now' },
      { path: second, text: 'new' },
    ]);
    expect([readFileSync(first, 'utf8'), readFileSync(second, 'utf8')]).toEqual(['now', 'new']);
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual(['a.txt', 'new', join('new', 'b.txt')]);
  });

  it('writes none where one cannot be written', () => {
    const [first, blocked] = [join(folder, 'a.txt'), join(folder, 'file/b.txt')];
    writeFileSync(first, 'before');
    writeFileSync(join(folder, 'file'), '');
    const write = () =>
      writeWhole([
        { path: first, text: 'now' },
        { path: blocked, text: 'new' },
      ]);
    expect(write).toThrow(/b\.txt cannot be written/);
    expect(readFileSync(first, 'utf8')).toBe('before');
    expect(readdirSync(folder).sort()).toEqual(['a.txt', 'file']);
  });

  it('refuses a folder in the place of a file', () => {
    mkdirSync(join(folder, 'a.txt'));
    expect(() => writeWhole([{ path: join(folder, 'a.txt'), text: '' }])).toThrow(/cannot be written/);
    expect(readdirSync(folder)).toEqual(['a.txt']);
  });
});
