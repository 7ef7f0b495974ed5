import { describe, expect, it } from 'vitest';
import { problem, ProblemLog } from '../../../../../src/domain/dataset/problem';
import { listIn, parseLiteral } from '../../../../../src/domain/dataset/readers/lists';
import type { DataRecord } from '../../../../../src/domain/dataset/readers/records';
import { SyntaxFailure } from '../../../../../src/domain/dataset/json';
import { describeProblem } from '../../../../../src/ui/shared/messages/importing';
import { MetadataReader } from '../../../../../src/domain/dataset/readers/metadata';
import { collectionIn, type Contents, jsonl, placesOf, problemsIn, told } from '../make';
import {
  groundTruthFieldOf,
  groundTruthIn,
  unanswerableIn,
} from '../../../../../src/domain/dataset/readers/question-fields';

const recordOf = (fields: Readonly<Record<string, unknown>>, isText = false): DataRecord => ({
  fields: new Map(Object.entries(fields)),
  isText,
  place: (field) => ({ file: 'a', line: 2, ...(field !== undefined && { field }) }),
});
const record = (value: unknown, isText: boolean): DataRecord => recordOf({ x: value }, isText);

describe('a list in a field', () => {
  it.each<[unknown, boolean, unknown]>([
    [['a'], false, ['a']],
    ["['a', 1]", true, ['a', 1]],
    ['', true, null],
    ['None', true, null],
    [null, false, null],
    [undefined, false, null],
  ])('of %j is read', (value, isText, expected) => {
    const log = new ProblemLog();
    expect(listIn(record(value, isText), 'x', log)).toEqual(expected);
    expect(log.problems).toEqual([]);
  });

  it.each<[unknown, boolean, object]>([
    ['[a]', true, { code: 'bad-list', line: 2, field: 'x' }],
    ['"a"', true, { code: 'wrong-shape', field: 'x' }],
    ['["a"]', false, { code: 'wrong-shape', field: 'x' }],
    [{}, false, { code: 'wrong-shape', field: 'x' }],
  ])('of %j is refused', (value, isText, expected) => {
    const log = new ProblemLog();
    expect(listIn(record(value, isText), 'x', log)).toBeUndefined();
    expect(log.problems).toMatchObject([expected]);
  });
});

describe('a list in a cell', () => {
  it.each<[string, unknown]>([
    ['[]', []],
    [' [ "a" , 1, -2.5e1, null, true ] ', ['a', 1, -25, null, true]],
    [`['a', "b's", 'c\\'s']`, ['a', "b's", "c's"]],
    ["('a',)", ['a']],
    ['[None, True, False, nan]', [null, true, false, null]],
    ["[['a', 'b'], ['c']]", [['a', 'b'], ['c']]],
    ["['a' 'b'\n 'c']", ['a', 'b', 'c']],
    ["[array(['a', 'b'], dtype=object)]", [['a', 'b']]],
    ["array([1, 2], dtype='<U3')", [1, 2]],
    [String.raw`['\n\t\\ \x41\u3042\U0001f986 \q']`, ['\n\t\\ A\u3042🦆 \\q']],
    ['["日本語", "a, [b]"]', ['日本語', 'a, [b]']],
    ['[12345678901234567890, 007]', ['12345678901234567890', 7]],
    ["['a',]", ['a']],
    ['"a"', 'a'],
  ])('%s is %j', (text, expected) => {
    expect(parseLiteral(text)).toEqual(expected);
  });

  it.each<[string, number, RegExp]>([
    ['', 0, /text in quotes/],
    ['[a]', 1, /text in quotes, a number or a list/],
    ["['a'", 4, /comma or “\]”/],
    ["['a]", 4, /closing quote/],
    ["['a')", 4, /comma/],
    ["['a'] b", 6, /the end/],
    ["['a''b']", 4, /comma/],
    ['[nothing]', 1, /text/],
    ['[array 1]', 7, /“\(”/],
    ["['\\x4']", 4, /2 hexadecimal digits/],
    ["['\\U00110000']", 4, /8 hexadecimal/],
    ['[,]', 1, /text/],
    ['['.repeat(30), 20, /at most 20 lists/],
  ])('%s is refused at %i', (text, offset, expected) => {
    const failure = failureOf(text)!;
    expect(failure.offset).toBe(offset);
    const sentence = told(problem('bad-list', { file: '' }, { ...failure, column: offset + 1 }));
    expect(/should be (.*), and is/.exec(sentence)?.[1]).toMatch(expected);
  });
});

function failureOf(text: string): SyntaxFailure | null {
  try {
    parseLiteral(text);
    return null;
  } catch (error) {
    if (error instanceof SyntaxFailure) return error;
    throw error;
  }
}

const beir = (...corpus: unknown[]): Contents => ({
  'corpus.jsonl': jsonl(...corpus),
  'queries.jsonl': jsonl({ _id: 'q', text: 'which?' }),
  'qrels/test.tsv': 'query-id\tcorpus-id\tscore\nq\td\t1\n',
});

const metadataOf = async (contents: Contents) =>
  (await collectionIn(contents)).dataset.docs.map(({ metadata }) => metadata);

describe('the metadata of documents', () => {
  it('is the object “metadata” of BEIR and every other field of the row', async () => {
    const more = { metadata: { Brand: 'Acme', year: 2020 }, price: 9.5, tags: ['a', 7] };
    expect(await metadataOf(beir({ _id: 'd', title: 't', text: 'x', ...more }))).toEqual([
      { price: 9.5, tags: ['a', '7'], Brand: 'Acme', year: 2020 },
    ]);
  });

  it('is absent, not an empty object, where a document has none', async () => {
    const { dataset } = await collectionIn(beir({ _id: 'd', title: '', text: 'x', metadata: {}, url: '', tags: [] }));
    expect(dataset.docs).toEqual([{ id: 'd', title: '', text: 'x' }]);
    expect(Object.keys(dataset.docs[0]!)).toEqual(['id', 'title', 'text']);
  });

  it('takes nothing over from the prototype of objects', async () => {
    const row = '{"_id": "d", "text": "x", "metadata": {"__proto__": "p", "constructor": "c"}}\n';
    const [found] = await metadataOf({ ...beir(), 'corpus.jsonl': row });
    expect(Object.entries(found!)).toEqual([
      ['__proto__', 'p'],
      ['constructor', 'c'],
    ]);
  });

  it('lets the object go before a field of the same name', async () => {
    expect(await metadataOf(beir({ _id: 'd', text: 'x', year: 1, metadata: { year: 2 } }))).toEqual([{ year: 2 }]);
  });

  it('passes over what is neither text nor number nor list of them, and tells once which fields', async () => {
    const row = (id: string) => ({ _id: id, text: 'x', metadata: { size: { w: 1 }, parts: [['a']], colour: 'red' } });
    const { dataset, warnings } = await collectionIn(beir(row('d'), row('e')));
    expect(dataset.docs.map(({ metadata }) => metadata)).toEqual([{ colour: 'red' }, { colour: 'red' }]);
    expect(warnings.map(({ code, file, data }) => [code, file, data])).toEqual([
      ['passed-over-fields', 'corpus.jsonl', [['metadata.size', 'metadata.parts']]],
    ]);
  });

  it('that is nested too deep is reported with file, line and field', async () => {
    const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
    const row = `{"_id": "d", "text": "x", "metadata": {"tags": ["a"], "parts": ${deep}}}`;
    const problems = await problemsIn({ ...beir(), 'corpus.jsonl': `{"_id": "c", "text": "x"}\n${row}\n` });
    expect(problems.map(describeProblem)).toEqual([
      'corpus.jsonl, line 2, field metadata.parts: Lists or objects are nested more than 500 deep here. ' +
        'Write this value flatter, or as text.',
    ]);
  });

  it('that is nested too deep in a cell of a table is passed over, which is reported', () => {
    const cell = `{"parts": ${'['.repeat(5000)}${']'.repeat(5000)}}`;
    const [reader, log] = [new MetadataReader([]), new ProblemLog()];
    expect(reader.read(recordOf({ metadata: cell }, true))).toBeNull();
    reader.report('a.csv', log);
    expect(log.warnings.map(({ code }) => code)).toEqual(['passed-over-fields']);
  });

  it('is read from other columns of a table, numbers as they are written and lists as lists', async () => {
    const docs = await metadataOf({
      'corpus.csv': `,id,title,text,Price,Colours,note\n0,d,t,x,007,"['red', 'blue']",[sic]\n1,e,t,x,,,\n`,
      'queries.csv': 'id,text\nq,which?\n',
      'qrels.csv': 'query-id,corpus-id,score\nq,d,1\n',
    });
    expect(docs).toEqual([{ price: '007', colours: ['red', 'blue'], note: '[sic]' }, undefined]);
  });

  it('is read from the answers of questions and answers, and not from the questions', async () => {
    const docs = await metadataOf({
      'questions.csv': 'Text,AID,Source\nwhich?,1,web\n',
      'answers.csv': 'AID,Text,Category\n1,this,shoes\n',
    });
    expect(docs).toEqual([{ category: 'shoes' }]);
  });
});

describe('ground truth in a field', () => {
  it.each<[unknown, boolean, readonly string[] | null]>([
    ['one text', false, ['one text']],
    [['a', ' ', 'b'], false, null],
    [['a', ''], false, null],
    [' \t', true, null],
    ['\x1c\x85', false, null],
    ['\ufeff', false, null],
    [[], false, []],
    ['["a", "b"]', true, ['a', 'b']],
    ['["a", "b"]', false, ['["a", "b"]']],
    ['(see below) is a text', true, ['(see below) is a text']],
    ["array(['a'], dtype=object)", true, ['a']],
    ['[1] is no list', true, null],
    ['', true, []],
    [null, false, []],
    [3, false, null],
    [[{}], false, null],
  ])('%j (as text: %s) is %j', (value, isText, expected) => {
    const log = new ProblemLog();
    expect(groundTruthIn(record(value, isText), 'x', log)).toEqual(expected);
    expect(log.problems).toHaveLength(expected === null ? 1 : 0);
  });

  it('is told with its item where that is blank', () => {
    const log = new ProblemLog();
    groundTruthIn(record(['a', '\u3000'], false), 'x', log);
    expect(placesOf(log.problems)).toEqual(['empty-truth a 2 x[1]']);
  });

  it('has one of several names', () => {
    expect(groundTruthFieldOf(new Set(['id', 'ground_truth']))).toBe('ground_truth');
    expect(groundTruthFieldOf(new Set(['id', 'reference']))).toBeUndefined();
  });
});

function read(fields: Readonly<Record<string, unknown>>) {
  const log = new ProblemLog();
  return { is: unanswerableIn(recordOf(fields), log), problems: log.problems };
}

describe('the mark of a question without an answer', () => {
  it('is true by any of its names, and false for answerable', () => {
    for (const field of ['unanswerable', 'no_answer', 'is_impossible']) {
      for (const value of [true, 'true', ' Yes ', 1, '1']) expect(read({ [field]: value }).is).toBe(true);
      for (const value of [false, 'no', 0, '0']) expect(read({ [field]: value }).is).toBe(false);
    }
    for (const value of [false, 'False', 'no', 0]) expect(read({ answerable: value }).is).toBe(true);
    for (const value of [true, 'yes', 1]) expect(read({ answerable: value }).is).toBe(false);
  });

  it('is absent where there is no such field, or it is empty', () => {
    for (const fields of [{}, { answerable: '' }, { unanswerable: null }, { no_answer: ' ' }, { text: 'no' }])
      expect(read(fields)).toEqual({ is: false, problems: [] });
  });

  it('is refused where it is neither yes nor no, with its place', () => {
    expect(read({ no_answer: 'perhaps' })).toEqual({
      is: false,
      problems: [{ code: 'bad-mark', file: 'a', line: 2, field: 'no_answer', data: ['perhaps'] }],
    });
    expect(read({ answerable: [1] }).problems).toMatchObject([{ code: 'bad-mark', data: [{ kind: 'list' }] }]);
    expect(read({ answerable: 2 }).problems).toMatchObject([{ code: 'bad-mark', data: ['2'] }]);
  });
});
