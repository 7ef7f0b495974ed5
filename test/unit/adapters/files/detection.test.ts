import { importMessages } from '../../../../src/ui/shared/messages/importing';
import { say } from '../../../../src/ui/shared/messages/say';
import { describe, expect, it } from 'vitest';
import { beirFiles, imported, llamaIndexJson, problemsOf, type Contents } from './make';

const inFolder = (folder: string, files: Contents): Contents =>
  Object.fromEntries(Object.entries(files).map(([path, content]) => [`${folder}/${path}`, content]));

describe('which format it is', () => {
  it('is told for files that are no collection, with what it got', async () => {
    const [problem] = await problemsOf({ 'a.pdf': '%PDF', 'notes/b.docx': 'PK' });
    expect(problem).toMatchObject({ code: 'unrecognised-files' });
    expect(say(importMessages, problem!)).toMatch(/It got a\.pdf, b\.docx\. Compare .* supported formats/);
  });

  it.each<[string, Contents, string]>([
    [
      'seven columns',
      { 'run.txt': 'a b c d e f g\n' },
      'run.txt has 7 columns between blanks in its first line, “a b c d e f g”; a line of a TREC run has 6, and one of ' +
        'TREC qrels 4.',
    ],
    ['ten', { 'x.txt': '1 2 3 4 5 6 7 8 9 x\n' }, 'x.txt has 10 columns between blanks'],
    ['a table', { 't.csv': 'Name,Age\nx,1\n' }, 't.csv is a table of 2 columns, the first line being “Name”, “Age”.'],
    [
      'JSON',
      { 'a.json': '[{"Name": 1, "b": 2}]', 'b.json': '[]' },
      'a.json is JSON with the fields “name”, “b”. b.json is JSON without fields.',
    ],
    ['nothing', { 'a.txt': ' \n' }, 'a.txt is empty.'],
  ])('says what is in files of no known format: %s', async (_name, files, seen) => {
    const [problem] = await problemsOf(files);
    expect(say(importMessages, problem!)).toContain(`Hitrate cannot tell what this is. ${seen}`);
  });

  it('says it of the first three files alone', async () => {
    const files = Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`${name}.csv`, 'x,y\n']));
    const [problem] = await problemsOf(files);
    expect(say(importMessages, problem!).match(/is a table of 2 columns/g)).toHaveLength(3);
  });

  it.each<[string, Contents]>([
    ['no files', {}],
    ['system files alone', { '.DS_Store': 'x', '__MACOSX/corpus.jsonl': '{}', 'a/._corpus.jsonl': 'x' }],
    ['a table of other things', { 'table.tsv': 'a\tb\tc\n' }],
    ['several JSON files, none of which is one', { 'a.json': '{}', 'b.json': '[]' }],
  ])('is told for %s', async (_name, files) => {
    expect(await problemsOf(files)).toMatchObject([{ code: 'unrecognised-files' }]);
  });

  it.each<[string, Contents, string]>([
    ['two of BEIR', { ...inFolder('a', beirFiles()), ...inFolder('b', beirFiles()) }, 'a, b'],
    ['two of LlamaIndex', { 'a.json': llamaIndexJson(), 'b.json': llamaIndexJson() }, 'a.json, b.json'],
    ['one of each', { ...beirFiles(), 'b.json': llamaIndexJson() }, 'corpus.jsonl, b.json'],
  ])('is a problem where there are two collections: %s', async (_name, files, names) => {
    const [problem] = await problemsOf(files);
    expect(problem).toMatchObject({ code: 'several-collections' });
    expect(say(importMessages, problem!)).toBe(`These are 2 collections: ${names}. Add them one at a time.`);
  });

  it('passes over files that are no part of it', async () => {
    const { summary } = await imported({
      'set/data.json': llamaIndexJson(),
      'set/rewrites.json': '{"a": ["b"]}',
      'set/results.csv': 'a,b\n',
      'set/.DS_Store': '\0\0',
    });
    expect(summary).toMatchObject({ name: 'data', files: ['set/data.json'] });
  });

  it('does not depend on the case of names, slashes or a leading ./', async () => {
    const { 'corpus.jsonl': corpus, 'queries.jsonl': queries, 'qrels/test.tsv': qrels } = beirFiles();
    const files = { './Set/Corpus.JSONL': corpus!, '/Set/queries.jsonl': queries!, 'Set\\qrels\\test.TSV': qrels! };
    expect((await imported(files)).summary).toMatchObject({ name: 'Set', split: 'test' });
  });
});
