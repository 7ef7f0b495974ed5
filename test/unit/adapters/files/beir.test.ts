import { importMessages } from '../../../../src/ui/shared/messages/importing';
import { say } from '../../../../src/ui/shared/messages/say';
import { describe, expect, it } from 'vitest';
import { beirFiles, expectProblem, lines, problemsOf, read, without, fixtures, imported, importedFrom } from './make';
import { folderFiles } from '../../../folder-files';

const broken: [string, Parameters<typeof beirFiles>[0], string][] = [
  ['a pretty-printed object', { 'queries.jsonl': '{\n "_id": "q1",\n "text": "a"\n}\n' }, 'not-json 1'],
  [
    'a missing text',
    { 'corpus.jsonl': lines({ _id: 'd1', contents: 'a' }, { _id: 'd2', text: 'b' }) },
    'wrong-shape 1 text',
  ],
  ['a text that is null', { 'corpus.jsonl': lines({ _id: 'd1', text: null }) }, 'wrong-shape 1 text'],
  ['a title that is a list', { 'corpus.jsonl': lines({ _id: 'd1', title: [], text: '' }) }, 'wrong-shape 1 title'],
  ['a missing id', { 'queries.jsonl': lines({ name: 'q1', text: 'a' }) }, 'wrong-shape 1 _id'],
  ['an id that is true', { 'queries.jsonl': lines({ _id: true, text: 'a' }) }, 'wrong-shape 1 _id'],
  ['an empty id', { 'corpus.jsonl': lines({ _id: '', text: 'a' }) }, 'empty-id 1'],
  ['an empty id of a judgment', { 'qrels/test.tsv': 'q1\t\t1\n' }, 'empty-id 1 corpus-id'],
  [
    'a document twice',
    { 'corpus.jsonl': lines({ _id: 'd1', text: 'a' }, { _id: 'd2', text: 'b' }, '', { _id: 'd1', text: 'c' }) },
    'duplicate-id 4',
  ],
  ['a question without text', { 'queries.jsonl': lines({ _id: 'q1', text: ' ' }) }, 'empty-text 1'],
  ['an unknown document', { 'qrels/test.tsv': 'q1\td8\t1\nq1\td9\t1\n' }, 'judged-apart 1'],
  ['an unknown question', { 'qrels/test.tsv': 'q9\td1\t1\n' }, 'judged-apart 1'],
  ['a grade in words', { 'qrels/test.tsv': 'q1\td1\tyes\n' }, 'bad-grade 1 score'],
  ['no grade', { 'qrels/test.tsv': 'q1\td1\t\n' }, 'bad-grade 1'],
  ['a table with commas', { 'qrels/test.tsv': 'q1,d1,1\n' }, 'wrong-shape 1'],
  ['a table of five columns', { 'qrels/test.tsv': 'q1\t0\td1\t1\t2\n' }, 'wrong-shape 1'],
  ['an empty corpus', { 'corpus.jsonl': '' }, 'empty-file'],
  ['blank questions', { 'queries.jsonl': ' \r\n\n' }, 'empty-file'],
  ['empty judgments', { 'qrels/test.tsv': '' }, 'empty-file'],
  ['judgments of a header alone', { 'qrels/test.tsv': 'query-id\tcorpus-id\tscore\n' }, 'no-judgments'],
];

describe('what is wrong with a BEIR collection', () => {
  it.each(broken)('is told: %s', async (_name, replaced, expected) => {
    const [first] = await problemsOf(beirFiles(replaced));
    expect(first!.file).toBe(Object.keys(replaced!)[0]);
    expectProblem(first!, expected);
  });

  it.each<[string, Parameters<typeof beirFiles>[0], RegExp]>([
    ['where in a line', { 'corpus.jsonl': '{"_id":"d2" "text":"b"}\n' }, /column 13.*comma.*one whole JSON object/s],
    ['what there is', { 'corpus.jsonl': '["d1","a"]\n' }, /an object with _id and text.*a list/],
    [
      'where it was first',
      { 'queries.jsonl': lines({ _id: 'q1', text: 'a' }, { _id: 'q1', text: 'a' }) },
      /question “q1”.*line 1/,
    ],
    ['both grades', { 'qrels/test.tsv': 'q1\td1\t1\nq1\td1\t2\n' }, /grade 2 here and grade 1 in line 1/],
    ['what to do', { 'qrels/test.tsv': 'q1\td9\t1\n' }, /“d9”.*Write both ids alike/],
  ])('is said with %s', async (_name, replaced, says) => {
    expect(say(importMessages, (await problemsOf(beirFiles(replaced)))[0]!)).toMatch(says);
  });

  it.each(['corpus.jsonl', 'queries.jsonl', 'qrels/test.tsv'])('is told once: %s is missing', async (path) => {
    const problems = await problemsOf(without(beirFiles(), path));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ code: 'missing-file', file: path });
    expect(say(importMessages, problems[0]!)).toMatch(/corpus.jsonl, queries.jsonl and qrels\/test.tsv/);
  });

  it('is told of all files at once, without what follows from it', async () => {
    const problems = await problemsOf({
      'corpus.jsonl': lines({ _id: 'd1' }, { _id: 'd2', text: 'b' }),
      'queries.jsonl': lines({ _id: 'q1', text: 'a' }, 'x'),
      'qrels/test.tsv': 'q1\td1\tx\nq2\td2\t1\n',
    });
    expect(problems.map(({ code, line }) => [code, line])).toEqual([
      ['wrong-shape', 1],
      ['not-json', 2],
      ['bad-grade', 1],
    ]);
  });

  it('is listed up to 50 problems and then counted', async () => {
    const qrels = Array.from({ length: 80 }, (_, i) => `q1\tx${i}\tno\n`).join('');
    const outcome = await read(beirFiles({ 'qrels/test.tsv': qrels }));
    expect(outcome).toMatchObject({ ok: false, more: 30 });
    expect(!outcome.ok && outcome.problems).toHaveLength(50);
  });
});

describe('a BEIR collection', () => {
  it('is read from loose files', async () => {
    const { dataset, summary, warnings } = await imported(beirFiles());
    expect(dataset).toEqual({
      docs: [
        { id: 'd1', title: 'One', text: 'first text' },
        { id: 'd2', title: '', text: 'second text' },
      ],
      queries: [
        { id: 'q1', text: 'which?' },
        { id: 'q2', text: 'why?' },
      ],
      judgments: [
        { query: 'q1', doc: 'd1', grade: 2 },
        { query: 'q1', doc: 'd2', grade: 0 },
      ],
    });
    expect(summary).toMatchObject({ format: 'beir', splits: ['test'], split: 'test', name: 'Collection' });
    expect(summary.files).toEqual(['corpus.jsonl', 'queries.jsonl', 'qrels/test.tsv']);
    expect(warnings).toEqual([]);
  });

  it('is read from a folder of the disk, which names it, and passes over other files', async () => {
    const { dataset, summary } = await importedFrom(folderFiles(`${fixtures}/beir-small`));
    expect(summary).toMatchObject({ name: 'beir-small', splits: ['dev', 'test', 'all'], split: 'test' });
    expect(summary.files).toEqual(['beir-small/corpus.jsonl', 'beir-small/queries.jsonl', 'beir-small/qrels/test.tsv']);
    expect(dataset.docs.map((doc) => doc.id)).toEqual(['d 1', '文書-２', '🦆']);
    expect(dataset.judgments).toContainEqual({ query: 'q1', doc: '🦆', grade: -1 });
  });

  it('may have its judgments beside the other files, and under any name', async () => {
    const files = without(beirFiles({ 'my judgments.tsv': 'q1\td1\t1\n', 'words.tsv': 'a\tb\n' }), 'qrels/test.tsv');
    const { dataset, summary } = await imported(files);
    expect(summary).toMatchObject({ splits: ['my judgments'], split: 'my judgments' });
    expect(dataset.judgments).toEqual([{ query: 'q1', doc: 'd1', grade: 1 }]);
  });

  it.each([
    ['a blank at its end', 'd1 '],
    ['a blank at its beginning', ' d1'],
    ['a no-break space at its end', 'd1\u00a0'],
    ['a NUL character', 'd\0'],
    ['a byte order mark', '\ufeffd1'],
  ])('refuses an id with %s, in every file with its line', async (_, id) => {
    const problems = await problemsOf({
      'corpus.jsonl': lines({ _id: 'd0', text: 'x' }, { _id: id, text: 'x' }),
      'queries.jsonl': lines({ _id: 'q', text: 'y' }, { _id: id, text: 'y' }),
      'test.tsv': `q\td0\t1\nq\t${id}\t1\n${id}\td0\t1\n`,
    });
    expect(problems.map(({ code, file, line }) => [code, file, line])).toEqual([
      ['bad-id', 'corpus.jsonl', 2],
      ['bad-id', 'queries.jsonl', 2],
      ['bad-id', 'test.tsv', 2],
      ['bad-id', 'test.tsv', 3],
    ]);
  });

  it('takes the digits of ids that are numbers, past what a float holds', async () => {
    const { dataset } = await imported({
      'corpus.jsonl': '{"text": "x", "metadata": {"_id": 5}, "_id": 12345678901234567891}\n{"_id": 2, "text": "y"}\n',
      'queries.jsonl': '{"_id":1,"text":"z"}',
      'qrels/test.tsv': '1\t12345678901234567891\t1\n1\t2\t1.0\n',
    });
    expect(dataset.docs.map(({ id }) => id)).toEqual(['12345678901234567891', '2']);
    expect(dataset.judgments.map(({ grade }) => grade)).toEqual([1, 1]);
  });

  it('may have titles that are null, and fields that Hitrate does not know', async () => {
    const corpus = lines({ _id: 'd1', title: null, text: 'a', metadata: { x: [1] } }, { _id: 'd2', text: 'b', url: 1 });
    expect((await imported(beirFiles({ 'corpus.jsonl': corpus }))).dataset.docs[0]?.title).toBe('');
  });
});

describe('the split', () => {
  const splits = (...names: string[]) => ({
    ...without(beirFiles(), 'qrels/test.tsv'),
    ...Object.fromEntries(names.map((name) => [`qrels/${name}.tsv`, 'q1\td1\t1\n'])),
  });

  it.each([
    [['train', 'test', 'dev'], 'test', ['dev', 'test', 'train', 'all']],
    [['train', 'dev'], 'dev', ['dev', 'train', 'all']],
    [['train', 'fold-2', 'fold-1'], 'fold-1', ['fold-1', 'fold-2', 'train']],
  ])(
    'of %j is %s when none is named; all of them are one choice where they are for training and tests',
    async (names, expected, offered) => {
      const { summary } = await imported(splits(...names));
      expect(summary.split).toBe(expected);
      expect(summary.splits).toEqual(offered);
    },
  );

  it('is the one that was asked for, and questions outside it stay', async () => {
    const { dataset, summary } = await imported(beirFiles({ 'qrels/train.tsv': 'q2\td2\t1\n' }), 'train');
    expect(summary).toMatchObject({ split: 'train', splits: ['test', 'train', 'all'] });
    expect(dataset.queries).toHaveLength(2);
    expect(dataset.judgments).toEqual([{ query: 'q2', doc: 'd2', grade: 1 }]);
  });

  it('that is not there is a problem which names the others', async () => {
    const [problem] = await problemsOf(splits('train', 'dev'), 'tset');
    expect(problem).toMatchObject({ code: 'unknown-split' });
    expect(say(importMessages, problem!)).toMatch(/“tset”.*dev, train/);
  });

  it('that was not taken is not read', async () => {
    const { dataset } = await imported(beirFiles({ 'qrels/train.tsv': 'nonsense' }));
    expect(dataset.judgments).toHaveLength(2);
  });
});

describe('what is odd about a BEIR collection', () => {
  it('is one warning for all documents without text', async () => {
    const corpus = lines({ _id: 'd1', title: 'T', text: '' }, { _id: 'd2', text: ' \n' }, { _id: 'd3', text: 'c' });
    const { warnings, dataset } = await imported(beirFiles({ 'corpus.jsonl': corpus }));
    expect(dataset.docs).toHaveLength(3);
    expect(warnings).toMatchObject([{ code: 'empty-text', file: 'corpus.jsonl' }]);
    expect(say(importMessages, warnings[0]!)).toMatch(/^2 documents have no text: d1, d2\./);
  });

  it('is one warning for judgments that are repeated, and they count once', async () => {
    const { warnings, dataset } = await imported(
      beirFiles({ 'qrels/test.tsv': 'q1\td1\t1\nq1\td1\t1.0\nq1\td1\t1\n' }),
    );
    expect(dataset.judgments).toHaveLength(1);
    expect(warnings).toMatchObject([{ code: 'duplicate-judgment', file: 'qrels/test.tsv' }]);
    expect(say(importMessages, warnings[0]!)).toMatch(/^2 judgments were repeated.*“q1” with document “d1” \(line 2\)/);
  });

  it('is nothing about a grade below zero or a zero with a sign', async () => {
    const { dataset, warnings } = await imported(beirFiles({ 'qrels/test.tsv': 'q1\td1\t-2\nq1\td2\t-0\n' }));
    expect(dataset.judgments.map(({ grade }) => grade)).toEqual([-2, 0]);
    expect(warnings).toEqual([]);
  });
});
