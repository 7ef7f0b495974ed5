import { describe, expect, it } from 'vitest';
import { systemNames } from '../../../../src/domain/run/system-names';

const run = (file: string, tag: string | null) => ({ file, tag });

describe('systemNames', () => {
  it('are the tags', () => {
    expect(systemNames([run('a.run', 'bm25'), run('b.run', 'dense')], [])).toEqual(['bm25', 'dense']);
  });

  it('are the files’ names where tags repeat, for each of those that do', () => {
    const runs = [run('x/a.run', 'STANDARD'), run('x/b.run', 'STANDARD'), run('c.run', 'own')];
    expect(systemNames(runs, [])).toEqual(['a.run', 'b.run', 'own']);
  });

  it('are the files’ names where there is no tag, or a system has it', () => {
    expect(systemNames([run('a.json', null), run('b.run', 'bm25')], ['bm25'])).toEqual(['a.json', 'b.run']);
  });

  it('never repeat, whatever the files are called', () => {
    const runs = [run('x/r', null), run('y/r', null), run('y/r', null)];
    expect(systemNames(runs, [])).toEqual(['r', 'y/r', 'y/r (2)']);
  });
});
