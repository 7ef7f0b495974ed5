import { importMessages } from '../../../../src/ui/shared/messages/importing';
import { say } from '../../../../src/ui/shared/messages/say';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fixtures, imported, llamaIndexJson, problemsOf } from './make';

const small = readFileSync(`${fixtures}/llamaindex-small.json`, 'utf8');

describe('a collection of LlamaIndex', () => {
  it('is read in the order of the file, with grade 1 for every judgment', async () => {
    const { dataset, summary, warnings } = await imported({ 'sets/ducks.v1.json': small });
    expect(dataset).toEqual({
      // `JSON.parse` would put “9” before “10”.
      docs: [
        { id: '10', title: '', text: 'Ducks live on ponds.' },
        { id: '9', title: '', text: '池に鴨がいる。' },
        { id: '🦆', title: '', text: 'A "duck".' },
      ],
      queries: [
        { id: 'q 1', text: 'Where do ducks live?' },
        { id: 'q2', text: '鴨はどこにいますか' },
      ],
      judgments: [
        { query: 'q 1', doc: '10', grade: 1 },
        { query: 'q 1', doc: '🦆', grade: 1 },
        { query: 'q2', doc: '9', grade: 1 },
      ],
    });
    expect(summary).toMatchObject({ format: 'llamaindex', name: 'ducks.v1', splits: [], split: null });
    expect(summary.files).toEqual(['sets/ducks.v1.json']);
    expect(warnings).toEqual([]);
  });

  it('is the same minified, without a mode, with its fields in another order and with others beside them', async () => {
    const { queries, corpus, relevant_docs } = JSON.parse(small) as Record<string, unknown>;
    const other = JSON.stringify({ version: [{ queries: {} }], relevant_docs, corpus, queries });
    const { dataset } = await imported({ 'a.json': other });
    expect(dataset.judgments).toEqual((await imported({ 'a.json': small })).dataset.judgments);
  });

  it('may have an id that JavaScript holds dear', async () => {
    const text =
      '{"queries":{"constructor":"a"},"corpus":{"__proto__":"b"},"relevant_docs":{"constructor":["__proto__"]}}';
    const { dataset } = await imported({ 'a.json': text });
    expect(dataset.judgments).toEqual([{ query: 'constructor', doc: '__proto__', grade: 1 }]);
  });

  it('may have a mode other than text, with a warning', async () => {
    const { warnings } = await imported({ 'a.json': llamaIndexJson({ mode: 'image' }) });
    expect(warnings).toMatchObject([{ code: 'unknown-mode', file: 'a.json', line: 16, field: 'mode' }]);
    expect(say(importMessages, warnings[0]!)).toMatch(/“image”.*read as text/);
  });

  it('may repeat a document in a list and have one without text, with warnings', async () => {
    const text = llamaIndexJson({ corpus: { d1: '', d2: 'b' }, relevant_docs: { q2: ['d2', 'd2'] } });
    const { warnings, dataset } = await imported({ 'a.json': text });
    expect(warnings.map(({ code }) => code)).toEqual(['empty-text', 'duplicate-judgment']);
    expect(dataset.judgments).toHaveLength(1);
  });
});

const whole = '{"corpus":{"d":"x"},"queries":{"q":"y"},"relevant_docs":{"q":["d"]}}';

const broken: [string, string, object, RegExp][] = [
  ['nothing', '', { code: 'empty-file' }, /is empty/],
  ['blanks', ' \n', { code: 'empty-file' }, /is empty/],
  ['no JSON', 'hello', { code: 'not-json', line: 1 }, /column 1 should have a value, and has “h”/],
  [
    'a comma too many',
    '{\n "queries": {"q": "a",}\n}',
    { code: 'not-json', line: 2 },
    /column 23 .*name in double quotes.*“}”/,
  ],
  [
    'a file cut short',
    '{"queries":\n{"q": "a',
    { code: 'not-json', line: 2 },
    /closing double quote, and has the end of the file/,
  ],
  ['two values', `${small}{}`, { code: 'not-json', line: 17 }, /should have the end of the file/],
  ['single quotes', `${small.slice(0, 1)}\n'a'`, { code: 'not-json', line: 2 }, /double quotes/],
  ['a list', '[{"queries": {}}]', { code: 'wrong-shape' }, /an object with queries, corpus and relevant_docs.*a list/],
  ['text', '"queries"', { code: 'wrong-shape' }, /there is text/],
  ['other fields', '{"a": 1, "b": 2}', { code: 'wrong-shape' }, /an object with a, b/],
  ['an empty object', '{}', { code: 'wrong-shape' }, /an object with nothing in it/],
  [
    'no corpus',
    '{"queries":{"q":"y"},"relevant_docs":{"q":["d"]}}',
    { code: 'wrong-shape', field: 'corpus' },
    /there is nothing/,
  ],
  [
    'a list of questions',
    llamaIndexJson({ queries: ['a'] }),
    { code: 'wrong-shape', line: 2, field: 'queries' },
    /ids and texts, and there is a list/,
  ],
  [
    'a document that is null',
    llamaIndexJson({ corpus: { d1: 'a', d2: null } }),
    { code: 'wrong-shape', line: 8, field: 'corpus."d2"' },
    /should be text, and there is null/,
  ],
  [
    'judgments as text',
    llamaIndexJson({ relevant_docs: { 'q 1': 'd1' } }),
    { code: 'wrong-shape', line: 11, field: 'relevant_docs."q 1"' },
    /a list of document ids, and there is text/,
  ],
  [
    'a number as a document id',
    llamaIndexJson({ relevant_docs: { q2: ['d1', 2] } }),
    { code: 'wrong-shape', field: 'relevant_docs."q2"[1]' },
    /document id as text.*a number/,
  ],
  [
    'a mode that is a list',
    llamaIndexJson({ mode: [] }),
    { code: 'wrong-shape', field: 'mode' },
    /text, and there is a list/,
  ],
  [
    'a field twice',
    `${whole.slice(0, -1)},\n"corpus":{"e":"z"}}`,
    { code: 'wrong-shape', line: 2, field: 'corpus' },
    /one corpus.*a second one/,
  ],
  [
    'a document twice',
    '{"queries":{"q":"y"},\n"corpus":{\n"d":"x",\n"\\u0064":"z"},"relevant_docs":{"q":["d"]}}',
    { code: 'duplicate-id', line: 4, field: 'corpus."d"' },
    /document “d” is here again; it was first in line 3/,
  ],
  [
    'a question twice in one line',
    '{"queries":{"q":"y","q":"y"},"corpus":{"d":"x"},"relevant_docs":{"q":["d"]}}',
    { code: 'duplicate-id', line: 1, field: 'queries."q"' },
    /question “q”/,
  ],
  [
    'the judgments of a question twice',
    '{"queries":{"q":"y"},"corpus":{"d":"x"},"relevant_docs":{"q":["d"],\n"q":[]}}',
    { code: 'duplicate-id', line: 2, field: 'relevant_docs."q"' },
    /was first in line 1/,
  ],
  [
    'an empty id',
    llamaIndexJson({ corpus: { '': 'a', d1: 'b', d2: 'c' } }),
    { code: 'empty-id', line: 7, field: 'corpus.""' },
    /id of this document/,
  ],
  [
    'a question without text',
    llamaIndexJson({ queries: { 'q 1': '\t' } }),
    { code: 'empty-text', line: 3, field: 'queries."q 1"' },
    /has no text/,
  ],
  [
    'an unknown document',
    llamaIndexJson({ relevant_docs: { q2: ['d1', 'd3'] } }),
    { code: 'unknown-document', line: 11, field: 'relevant_docs."q2"' },
    /“d3”/,
  ],
  [
    'an unknown question',
    llamaIndexJson({ relevant_docs: { q3: ['d1'] } }),
    { code: 'unknown-question', line: 11, field: 'relevant_docs."q3"' },
    /“q3”/,
  ],
  [
    'no documents',
    llamaIndexJson({ corpus: {}, relevant_docs: {} }),
    { code: 'no-documents', field: 'corpus' },
    /no documents/,
  ],
  [
    'no questions',
    llamaIndexJson({ queries: {}, relevant_docs: {} }),
    { code: 'no-questions', field: 'queries' },
    /no questions/,
  ],
  [
    'no judgments',
    llamaIndexJson({ relevant_docs: { q2: [] } }),
    { code: 'no-judgments', field: 'relevant_docs' },
    /nothing can be measured/,
  ],
];

describe('what is wrong with a collection of LlamaIndex', () => {
  it.each(broken)('is told: %s', async (_name, text, expected, says) => {
    const problems = await problemsOf({ 'a.json': text });
    expect(problems[0]).toMatchObject({ file: 'a.json', ...expected });
    expect(say(importMessages, problems[0]!)).toMatch(says);
  });

  it('is a split, since it has none', async () => {
    expect(await problemsOf({ 'a.json': small }, 'test')).toMatchObject([{ code: 'unknown-split' }]);
  });

  it('is told in full, and not what follows from it', async () => {
    const text = llamaIndexJson({ queries: { q2: '', q3: 4 }, relevant_docs: { q2: ['d1'], q3: ['d9'] } });
    expect((await problemsOf({ 'a.json': text })).map(({ code }) => code)).toEqual([
      'empty-text',
      'wrong-shape',
      'unknown-document',
    ]);
  });
});
