import { describe, expect, it, test } from 'vitest';
import { ProblemLog } from '../../../../src/domain/dataset/problem';
import { type GivenQuestion, readQuestions } from '../../../../src/domain/questions/import-questions';
import {
  type ImportDecisions,
  importCounts,
  importedQuestions,
  placeQuestions,
} from '../../../../src/domain/questions/place-questions';
import { source } from '../dataset/make';
import { type Doc, docId } from '../../../../src/base/types';

async function read(path: string, text: string): Promise<{ questions: GivenQuestion[]; problems: string[] }> {
  const log = new ProblemLog();
  const questions = await readQuestions(source(path, text), log);
  return { questions, problems: log.problems.map(({ line, code }) => `${line} ${code}`) };
}

const truths = ({ truths: own }: GivenQuestion): string[] => own.map(({ text }) => text);

describe('a text file', () => {
  test('has a question a line, blank lines left out, each with its line', async () => {
    const { questions } = await read('q.txt', 'Who?\n\n  Why, 1 of 2?  \r\n');
    expect(questions.map(({ text, at }) => [text, at.line])).toEqual([
      ['Who?', 1],
      ['Why, 1 of 2?', 3],
    ]);
  });

  test('loses the numbers before questions only where all have one', async () => {
    expect((await read('q.txt', '1. Who?\n2) Why?')).questions.map(({ text }) => text)).toEqual(['Who?', 'Why?']);
    expect((await read('q.txt', '7. Oktober was when?\nWhy?')).questions[0]!.text).toBe('7. Oktober was when?');
  });

  test('that is empty is told', async () => {
    expect((await read('q.txt', ' \n')).problems).toEqual(['undefined empty-file']);
  });
});

describe('a table', () => {
  test.each([
    ['JSON', `q.csv`, `question,answer,ground_truth\nWho?,Ann,"[""one"", ""two""]"\n`],
    ['Python', 'q.csv', `question,answer,ground_truth\nWho?,Ann,"['one', 'two']"\n`],
    ['several columns', 'q.csv', 'question,answer,ground_truth,ground_truth\nWho?,Ann,one,two\n'],
    ['numbered columns', 'q.csv', 'question;answer;ground_truth_1;ground_truth_2\nWho?;Ann;one;two\n'],
    ['rows of one question', 'q.csv', 'question,answer,ground_truth\nWho?,Ann,one\nWho?,,two\nWho?,,one\n'],
    ['JSON Lines', 'q.jsonl', '{"question": "Who?", "answer": "Ann", "ground_truth": ["one", "two"]}\n'],
    ['a JSON list', 'q.json', '[{"query": "Who?", "answer": "Ann", "ground_truths": ["one", "two"]}]'],
    ['a table in a text file', 'q.txt', 'question,answer,ground_truth\nWho?,Ann,"[""one"",""two""]"\n'],
  ])('gives several texts by %s', async (_, path, text) => {
    const { questions, problems } = await read(path, text);
    expect(problems).toEqual([]);
    expect(questions.map((each) => [each.text, each.answer, truths(each)])).toEqual([['Who?', 'Ann', ['one', 'two']]]);
  });

  test('needs neither answers nor texts; a text with brackets is a text', async () => {
    const { questions } = await read('q.csv', 'id,question\n7,Who?\n8,"Why, then?"\n');
    expect(questions.map(({ id, text, answer, truths: own }) => [id, text, answer, own])).toEqual([
      ['7', 'Who?', null, []],
      ['8', 'Why, then?', null, []],
    ]);
    expect(truths((await read('q.csv', 'question,ground_truth\nWho?,(see note) one\n')).questions[0]!)).toEqual([
      '(see note) one',
    ]);
  });

  test('tells line and file of what cannot be read', async () => {
    expect((await read('q.csv', 'name,answer\nWho?,Ann\n')).problems).toEqual(['2 wrong-shape']);
    expect((await read('q.csv', `question,ground_truth\nWho?,"['one"\n`)).problems).toEqual(['2 bad-list']);
    expect((await read('q.jsonl', '{"question": "Who?"}\n{"question": 3}\n')).problems).toEqual(['2 wrong-shape']);
  });
});

describe('a mark of questions without an answer', () => {
  test('is read of a table, and is refused beside a text that answers', async () => {
    const { questions, problems } = await read(
      'q.csv',
      'question,ground_truth,answerable\nWho?,Ann,true\nWhy?,,false\n',
    );
    expect(questions.map(({ text, unanswerable }) => [text, unanswerable])).toEqual([
      ['Who?', false],
      ['Why?', true],
    ]);
    expect(problems).toEqual([]);
    const squad = await read('q.jsonl', '{"question": "Why?", "is_impossible": true}\n');
    expect(squad.questions[0]!.unanswerable).toBe(true);
    const both = await read('q.csv', 'question,ground_truth,no_answer\nWho?,Ann,yes\n');
    expect(both.problems).toEqual(['2 unanswerable-judged']);
  });
});

describe('a query set of OpenSearch', () => {
  const set = { querySetQueries: [{ queryText: 'tv', referenceAnswer: 'A set.' }, { queryText: 'led tv' }] };

  test.each<[string, unknown]>([
    ['by itself', { name: 'n', sampling: 'manual', ...set }],
    ['as it is fetched', { took: 1, hits: { hits: [{ _id: '1', _source: { id: '1', ...set } }] } }],
  ])('is read %s, with its answers', async (_, value) => {
    const { questions, problems } = await read('set.json', JSON.stringify(value));
    expect(problems).toEqual([]);
    expect(questions.map(({ text, answer }) => [text, answer])).toEqual([
      ['tv', 'A set.'],
      ['led tv', null],
    ]);
  });

  test('with something that is no text is refused', async () => {
    expect((await read('set.json', '{"querySetQueries": [{"queryText": 3}]}')).problems).toEqual([
      'undefined wrong-shape',
    ]);
  });
});

const docs: Doc[] = [
  { id: docId('a'), title: '', text: 'The foundry of Brandholm cast its first bell in 1723, and its last in 1911.' },
  { id: docId('b'), title: '', text: 'Its first  bell was heard far away. The foundry of brandholm is closed.' },
];
const given = (...texts: string[]): GivenQuestion => ({
  text: 'When?',
  id: null,
  answer: null,
  split: null,
  unanswerable: false,
  truths: texts.map((text, i) => ({ text, at: { file: 'q.csv', line: i + 2 } })),
  sources: [],
  at: { file: 'q.csv', line: 2 },
});
const decide = (patch: Partial<ImportDecisions> = {}): ImportDecisions => ({
  confirmed: new Set(),
  keepUnmet: false,
  ...patch,
});

const FUZZY = 'The foundry of Brandhelm cast its first bell in 1723';

test('texts are found exactly, then normalised, then nearly; all places of one are one need', () => {
  const [placed] = placeQuestions([given('its first bell', 'THE FOUNDRY OF BRANDHOLM', FUZZY, 'nowhere at all')], docs);
  expect(placed!.truths.map(({ found }) => found && [found.how, found.matches.map(({ doc }) => doc)])).toEqual([
    ['exact', ['a']],
    ['normalised', ['a', 'b']],
    ['fuzzy', ['a']],
    null,
  ]);
  const [question] = importedQuestions([placed!], decide());
  expect(question!.needs.map(({ docs: own, places, text }) => [own, places?.length, text])).toEqual([
    [['a'], 1, 'its first bell'],
    [['a', 'b'], 2, 'THE FOUNDRY OF BRANDHOLM'],
  ]);
});

test('a near match counts once it is confirmed; what was not found stays a need only if that is wanted', () => {
  const placed = placeQuestions([given(FUZZY, 'nowhere at all')], docs);
  const needs = (decisions: ImportDecisions) => importedQuestions(placed, decisions)[0]!.needs;
  expect(needs(decide())).toEqual([]);
  expect(needs(decide({ confirmed: new Set([FUZZY]) })).map(({ text }) => text)).toEqual([FUZZY]);
  expect(needs(decide({ keepUnmet: true }))).toEqual([
    { docs: [], text: FUZZY },
    { docs: [], text: 'nowhere at all' },
  ]);
});

describe('an answer', () => {
  const rows = (text: string): Promise<GivenQuestion[]> => readQuestions(source('q.csv', text), new ProblemLog());
  const place = async (text: string) => placeQuestions(await rows(text), docs);

  it('is looked for as a quotation, and says nothing where it is none', async () => {
    const placed = await place('質問,回答\nいつ,in 1723\nどこ,in a town\n');
    expect(
      importedQuestions(placed, decide({ keepUnmet: true })).map(({ needs }) => needs.map(({ docs: own }) => own)),
    ).toEqual([[['a']], []]);
    expect(importCounts(placed)).toMatchObject({ questions: 2, found: 1, answers: 1, missing: 0, without: 1 });
  });

  it('that stands in more than three places counts nowhere, until the document or a person decides', async () => {
    const many = ['x1.txt', 'x2.txt', 'x3.txt', 'x4.txt'].map((id) => ({
      id: docId(`d/${id}`),
      title: '',
      text: `In 1911, ${id}.`,
    }));
    const needs = async (text: string, decisions = decide()) =>
      importedQuestions(placeQuestions(await rows(text), many), decisions)[0]!.needs.map(({ docs: own }) => own);
    expect(await needs('question,answer\nWhen?,1911\n')).toEqual([]);
    expect(await needs('question,answer\nWhen?,1911\n', decide({ confirmed: new Set(['1911']) }))).toEqual([
      many.map(({ id }) => id),
    ]);
    // By the name of its file, with or without the extension.
    expect(await needs('question,answer,source\nWhen?,1911,x3.txt\n')).toEqual([['d/x3.txt']]);
    expect(await needs('question,answer,source\nWhen?,elsewhere,X3\n')).toEqual([['d/x3.txt']]);
    expect(await needs('question,answer,source\nWhen?,1911,unknown.txt\n')).toEqual([]);
  });

  it.each<[string, string, readonly string[][]]>([
    ['stands within a word', 'question,answer\nWas it,rand\n', []],
    ['is too short to stand anywhere but by chance', 'question,answer\nIs it,its\n', []],
    ['is of a system', 'user_input,retrieved_contexts,answer\nWhen,[],in 1723\n', []],
    ['is of a document elsewhere', 'question,answer,source\nWhen,nowhere,hr/a.pdf\n', []],
    ['is of a document that is not relevant', 'question,source,label\nWhen,a,0\nWhen,b,1\n', [['b']]],
    ['is of a question without one', 'question,unanswerable,source\nWhen,yes,a\n', []],
  ])('that %s makes no judgment', async (_, text, expected) => {
    const named = [...docs, { id: docId('it/a.pdf'), title: '', text: 'x' }];
    const needs = importedQuestions(placeQuestions(await rows(text), named), decide()).flatMap((each) => each.needs);
    expect(needs.map(({ docs: own }) => own)).toEqual(expected);
  });
});
