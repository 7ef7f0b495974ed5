import { importMessages } from '../../../../src/ui/shared/messages/importing';
import { say } from '../../../../src/ui/shared/messages/say';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { expectProblem, fixtures, imported, llamaIndexJson, problemsOf } from './make';

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

const broken: [string, string, string][] = [
  ['nothing', '', 'empty-file'],
  ['blanks', ' \n', 'empty-file'],
  ['no JSON', 'hello', 'not-json 1'],
  ['a comma too many', '{\n "queries": {"q": "a",}\n}', 'not-json 2'],
  ['a file cut short', '{"queries":\n{"q": "a', 'not-json 2'],
  ['two values', `${small}{}`, 'not-json 17'],
  ['single quotes', `${small.slice(0, 1)}\n'a'`, 'not-json 2'],
  ['a list', '[{"queries": {}}]', 'wrong-shape'],
  ['no corpus', '{"queries":{"q":"y"},"relevant_docs":{"q":["d"]}}', 'wrong-shape * corpus'],
  ['a list of questions', llamaIndexJson({ queries: ['a'] }), 'wrong-shape 2 queries'],
  ['a document that is null', llamaIndexJson({ corpus: { d1: 'a', d2: null } }), 'wrong-shape 8 corpus."d2"'],
  ['judgments as text', llamaIndexJson({ relevant_docs: { 'q 1': 'd1' } }), 'wrong-shape 11 relevant_docs."q 1"'],
  [
    'a number as a document id',
    llamaIndexJson({ relevant_docs: { q2: ['d1', 2] } }),
    'wrong-shape * relevant_docs."q2"[1]',
  ],
  ['a mode that is a list', llamaIndexJson({ mode: [] }), 'wrong-shape * mode'],
  ['a field twice', `${whole.slice(0, -1)},\n"corpus":{"e":"z"}}`, 'wrong-shape 2 corpus'],
  [
    'a document twice',
    '{"queries":{"q":"y"},\n"corpus":{\n"d":"x",\n"\\u0064":"z"},"relevant_docs":{"q":["d"]}}',
    'duplicate-id 4 corpus."d"',
  ],
  [
    'a question twice in one line',
    '{"queries":{"q":"y","q":"y"},"corpus":{"d":"x"},"relevant_docs":{"q":["d"]}}',
    'duplicate-id 1 queries."q"',
  ],
  [
    'the judgments of a question twice',
    '{"queries":{"q":"y"},"corpus":{"d":"x"},"relevant_docs":{"q":["d"],\n"q":[]}}',
    'duplicate-id 2 relevant_docs."q"',
  ],
  ['an empty id', llamaIndexJson({ corpus: { '': 'a', d1: 'b', d2: 'c' } }), 'empty-id 7 corpus.""'],
  ['a question without text', llamaIndexJson({ queries: { 'q 1': '\t' } }), 'empty-text 3 queries."q 1"'],
  ['other documents', llamaIndexJson({ relevant_docs: { q2: ['d8', 'd9'] } }), 'judged-apart 11 relevant_docs."q2"'],
  ['other questions', llamaIndexJson({ relevant_docs: { q3: ['d1'] } }), 'judged-apart 11 relevant_docs."q3"'],
  ['no documents', llamaIndexJson({ corpus: {}, relevant_docs: {} }), 'no-documents * corpus'],
  ['no questions', llamaIndexJson({ queries: {}, relevant_docs: {} }), 'no-questions * queries'],
  ['no judgments', llamaIndexJson({ relevant_docs: { q2: [] } }), 'no-judgments * relevant_docs'],
];

describe('what is wrong with a collection of LlamaIndex', () => {
  it.each(broken)('is told: %s', async (_name, text, expected) => {
    const [first] = await problemsOf({ 'a.json': text });
    expect(first!.file).toBe('a.json');
    expectProblem(first!, expected);
  });

  it.each(['"queries"', '{"a": 1, "b": 2}', '{}'])('is not said of other JSON: %s', async (text) => {
    expect(await problemsOf({ 'a.json': text })).toMatchObject([{ code: 'unrecognised-files' }]);
  });

  it('is a split, since it has none', async () => {
    expect(await problemsOf({ 'a.json': small }, 'test')).toMatchObject([{ code: 'unknown-split' }]);
  });

  it('is told in full, and not what follows from it', async () => {
    const text = llamaIndexJson({ queries: { q2: '', q3: 4 }, relevant_docs: { q2: ['d8'], q3: ['d9'] } });
    expect((await problemsOf({ 'a.json': text })).map(({ code }) => code)).toEqual([
      'empty-text',
      'wrong-shape',
      'judged-apart',
    ]);
  });
});
