import { expect, it } from 'vitest';
import { configured } from '../../../../src/domain/dataset/configs';
import type { SourceText } from '../../../../src/domain/dataset/source';

const source = (path: string, text = ''): SourceText => ({
  path,
  bytes: text.length,
  head: () => Promise.resolve(text),
  async *blocks() {
    yield await Promise.resolve({ text, firstLine: 1 });
  },
});

const README = `---
language: en
configs:
  - config_name: corpus
    data_files: "a.jsonl"
  - config_name: queries
    data_files:
    - split: test
      path:
      - q/*.parquet
      - 'other.jsonl'
  - config_name: default
    default: true
    data_files:
    - split: dev
      path: data/dev-*
    - split: test
      path: data/test-00000-of-00002.jsonl
  - config_name: extra
    data_dir: more
task_categories:
- path: never.jsonl
---
configs:
- config_name: text
  data_files: never.jsonl
`;

it('files are the parts that the README of their set says', async () => {
  const names = [
    ...[
      'set/README.md',
      'set/a.jsonl',
      'a.jsonl',
      'set/q/1.parquet',
      'set/q/deep/1.parquet',
      'set/data/dev-*-of-00003.parquet',
    ],
    ...['set/data/test-*-of-00002.jsonl', 'set/more/deep/x.csv', 'set/never.jsonl'],
  ];
  const found = await configured(names.map((name) => source(name, name.endsWith('.md') ? README : '')));
  expect(Object.fromEntries(found.flatMap(({ path, part }) => (part === undefined ? [] : [[path, part]])))).toEqual({
    'set/a.jsonl': 'corpus/train',
    'set/q/1.parquet': 'queries/test',
    'set/data/dev-*-of-00003.parquet': 'default/dev',
    'set/data/test-*-of-00002.jsonl': 'default/test',
    'set/more/deep/x.csv': 'extra/train',
  });
  expect(found).toHaveLength(names.length);
});

it('files of one part are one table', async () => {
  const found = await configured([
    source('README.md', README),
    source('q/1.parquet', '{"id":1}\n'),
    source('other.jsonl', '{"id":2}\n'),
  ]);
  const blocks: unknown[] = [];
  for await (const block of found[1]!.blocks()) blocks.push(block);
  expect(found.map(({ path }) => path)).toEqual(['README.md', 'q/1.parquet']);
  expect(blocks).toEqual([
    { text: '{"id":1}\n', firstLine: 1 },
    { text: '{"id":2}\n', firstLine: 2 },
  ]);
});
