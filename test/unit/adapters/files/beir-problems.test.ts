import { importMessages } from '../../../../src/ui/shared/messages/importing';
import { say } from '../../../../src/ui/shared/messages/say';
import { describe, expect, it } from 'vitest';
import { beirFiles, lines, problemsOf, read, without } from './make';

const broken: [string, Parameters<typeof beirFiles>[0], object, RegExp][] = [
  [
    'a line that is no JSON',
    { 'corpus.jsonl': '{"_id":"d1","text":"a"}\n{"_id":"d2" "text":"b"}\n' },
    { code: 'not-json', file: 'corpus.jsonl', line: 2 },
    /column 13.*comma.*one whole JSON object/s,
  ],
  [
    'a pretty-printed object',
    { 'queries.jsonl': '{\n "_id": "q1",\n "text": "a"\n}\n' },
    { code: 'not-json', file: 'queries.jsonl', line: 1 },
    /Each line must be one whole/,
  ],
  [
    'a line that is a list',
    { 'corpus.jsonl': '["d1","a"]\n' },
    { code: 'wrong-shape', file: 'corpus.jsonl', line: 1 },
    /an object with _id and text.*a list/,
  ],
  [
    'a missing text',
    { 'corpus.jsonl': lines({ _id: 'd1', contents: 'a' }, { _id: 'd2', text: 'b' }) },
    { code: 'wrong-shape', file: 'corpus.jsonl', line: 1, field: 'text' },
    /should be text, and there is nothing/,
  ],
  [
    'a text that is null',
    { 'corpus.jsonl': lines({ _id: 'd1', text: null }) },
    { code: 'wrong-shape', line: 1, field: 'text' },
    /there is null/,
  ],
  [
    'a title that is a list',
    { 'corpus.jsonl': lines({ _id: 'd1', title: [], text: '' }) },
    { code: 'wrong-shape', line: 1, field: 'title' },
    /there is a list/,
  ],
  [
    'a missing id',
    { 'queries.jsonl': lines({ name: 'q1', text: 'a' }) },
    { code: 'wrong-shape', file: 'queries.jsonl', line: 1, field: '_id' },
    /text or a number/,
  ],
  [
    'an id that is true',
    { 'queries.jsonl': lines({ _id: true, text: 'a' }) },
    { code: 'wrong-shape', line: 1, field: '_id' },
    /true or false/,
  ],
  [
    'an empty id',
    { 'corpus.jsonl': lines({ _id: '', text: 'a' }) },
    { code: 'empty-id', file: 'corpus.jsonl', line: 1 },
    /id of this document is empty/,
  ],
  [
    'an empty id of a judgment',
    { 'qrels/test.tsv': 'q1\t\t1\n' },
    { code: 'empty-id', file: 'qrels/test.tsv', line: 1, field: 'corpus-id' },
    /Give every document an id/,
  ],
  [
    'a document twice',
    { 'corpus.jsonl': lines({ _id: 'd1', text: 'a' }, { _id: 'd2', text: 'b' }, '', { _id: 'd1', text: 'c' }) },
    { code: 'duplicate-id', file: 'corpus.jsonl', line: 4 },
    /document “d1”.*was first in line 1/,
  ],
  [
    'a question twice',
    { 'queries.jsonl': lines({ _id: 'q1', text: 'a' }, { _id: 'q1', text: 'a' }) },
    { code: 'duplicate-id', file: 'queries.jsonl', line: 2 },
    /question “q1”.*line 1/,
  ],
  [
    'a question without text',
    { 'queries.jsonl': lines({ _id: 'q1', text: ' ' }) },
    { code: 'empty-text', file: 'queries.jsonl', line: 1 },
    /question “q1” has no text/,
  ],
  [
    'an unknown document',
    { 'qrels/test.tsv': 'q1\td1\t1\nq1\td9\t1\n' },
    { code: 'unknown-document', file: 'qrels/test.tsv', line: 2 },
    /“d9”.*Add the document, or remove/,
  ],
  [
    'an unknown question',
    { 'qrels/test.tsv': 'q9\td1\t1\n' },
    { code: 'unknown-question', file: 'qrels/test.tsv', line: 1 },
    /“q9”/,
  ],
  [
    'a grade in words',
    { 'qrels/test.tsv': 'q1\td1\tyes\n' },
    { code: 'bad-grade', file: 'qrels/test.tsv', line: 1, field: 'score' },
    /“yes” is not a whole number/,
  ],
  [
    'a grade with a fraction',
    { 'qrels/test.tsv': 'query-id\tcorpus-id\tscore\nq1\td1\t0.5\n' },
    { code: 'bad-grade', line: 2 },
    /“0.5”/,
  ],
  ['no grade', { 'qrels/test.tsv': 'q1\td1\t\n' }, { code: 'bad-grade', line: 1 }, /not a whole number/],
  [
    'a table with commas',
    { 'qrels/test.tsv': 'q1,d1,1\n' },
    { code: 'wrong-shape', file: 'qrels/test.tsv', line: 1 },
    /three columns with tabs.*no tab/,
  ],
  [
    'a table of five columns',
    { 'qrels/test.tsv': 'q1\t0\td1\t1\t2\n' },
    { code: 'wrong-shape', line: 1 },
    /a line of 5 columns/,
  ],
  [
    'a grade in words, in the way of TREC',
    { 'qrels/test.tsv': 'q1\t0\td1\t1\nq1\t0\td2\tno\nq2\t0\td1\t1\n' },
    { code: 'bad-grade', line: 2, field: 'rel' },
    /“no”/,
  ],
  [
    'two grades for one pair',
    { 'qrels/test.tsv': 'q1\td1\t1\nq1\td1\t2\n' },
    { code: 'duplicate-judgment', file: 'qrels/test.tsv', line: 2 },
    /grade 2 here and grade 1 in line 1/,
  ],
  ['an empty corpus', { 'corpus.jsonl': '' }, { code: 'empty-file', file: 'corpus.jsonl' }, /is empty/],
  ['blank questions', { 'queries.jsonl': ' \r\n\n' }, { code: 'empty-file', file: 'queries.jsonl' }, /is empty/],
  ['empty judgments', { 'qrels/test.tsv': '' }, { code: 'empty-file', file: 'qrels/test.tsv' }, /is empty/],
  [
    'judgments of a header alone',
    { 'qrels/test.tsv': 'query-id\tcorpus-id\tscore\n' },
    { code: 'no-judgments', file: 'qrels/test.tsv' },
    /no judgments here/,
  ],
];

describe('what is wrong with a BEIR collection', () => {
  it.each(broken)('is told: %s', async (_name, replaced, expected, says) => {
    const problems = await problemsOf(beirFiles(replaced));
    expect(problems[0]).toMatchObject(expected);
    expect(say(importMessages, problems[0]!)).toMatch(says);
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
    const qrels = Array.from({ length: 80 }, (_, i) => `q1\tx${i}\t1\n`).join('');
    const outcome = await read(beirFiles({ 'qrels/test.tsv': qrels }));
    expect(outcome).toMatchObject({ ok: false, more: 30 });
    expect(!outcome.ok && outcome.problems).toHaveLength(50);
  });
});
