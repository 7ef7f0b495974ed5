import { describe, expect, it } from 'vitest';
import { runFormatOf } from '../../../../../src/domain/dataset/runs/registry';
import { source } from '../make';

describe('the runs among files', () => {
  it('are found by what is in them, in the order of the files', async () => {
    const files = [
      source('b.json', '{"q": {"d": 0.5}}'),
      source('qrels.txt', 'q 0 d 1\n'),
      source('a.txt', 'q Q0 d 1 0.5 t\n'),
      source('c.csv', 'a,b\n'),
    ];
    const found = (await Promise.all(files.map(runFormatOf))).flat();
    expect(found.map(({ file, name }) => [file.path, name])).toEqual([
      ['b.json', 'ranx-run'],
      ['a.txt', 'trec-run'],
    ]);
  });
});
