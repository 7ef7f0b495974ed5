import { expect, it } from 'vitest';
import { fileName, droppedFiles, pickedFiles } from '../../../../src/ui/shared/files';

const entry = (path: string, children?: readonly object[]): object => {
  const batches = children
    ? [children.slice(0, 2), children.slice(2), []].filter((b, i, all) => b.length || i === all.length - 1)
    : [];
  return {
    fullPath: path,
    isFile: !children,
    isDirectory: !!children,
    file: (done: (file: Blob) => void) => done(new Blob([path])),
    createReader: () => ({ readEntries: (done: (batch: readonly object[]) => void) => done(batches.shift() ?? []) }),
  };
};

it('walks a dropped folder, however many batches it comes in, and keeps the paths', async () => {
  const folder = entry('/set', [
    entry('/set/corpus.jsonl'),
    entry('/set/queries.jsonl'),
    entry('/set/qrels', [entry('/set/qrels/test.tsv')]),
  ]);
  const transfer = { items: [{ webkitGetAsEntry: () => folder }], files: [] } as unknown as DataTransfer;
  const paths = (await droppedFiles(transfer)).map((file) => file.path);
  expect(paths).toEqual(['set/corpus.jsonl', 'set/queries.jsonl', 'set/qrels/test.tsv']);
});

it('takes plain files where the browser gives no entries', async () => {
  const files = [{ name: 'a.json', webkitRelativePath: '' }];
  const transfer = { items: [], files } as unknown as DataTransfer;
  expect((await droppedFiles(transfer)).map((file) => file.path)).toEqual(['a.json']);
});

it('keeps the path of files from a folder input', () => {
  const files = [{ name: 'test.tsv', webkitRelativePath: 'set/qrels/test.tsv' }] as unknown as FileList;
  expect(pickedFiles(files)[0]!.path).toBe('set/qrels/test.tsv');
  expect(pickedFiles(null)).toEqual([]);
});

it('makes a file name of any collection name', () => {
  expect(fileName('半导体 / test: “1”', 'results.csv')).toBe('半导体-test-1-results.csv');
  expect(fileName('🚲', 'results.csv')).toBe('collection-results.csv');
});
