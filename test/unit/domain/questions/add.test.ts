import { describe, expect, it, test } from 'vitest';
import {
  addJudged as addTo,
  addQuestions,
  needOf,
  type NewQuestion,
  prepareQuestionKeys,
  questionKeys,
  type QuestionSet,
} from '../../../../src/domain/questions/add';
import { type Doc, docId, queryId } from '../../../../src/base/types';
import { Places } from '../../../../src/domain/judging/places';

const docs: Doc[] = [
  { id: docId('a'), title: '', text: 'One sentence. Another one.\n' },
  { id: docId('b'), title: '', text: 'Third.' },
];
const before: QuestionSet = {
  queries: [{ id: queryId('cloze-1'), text: 'Who is there?' }],
  judgments: [{ query: queryId('cloze-1'), doc: docId('b'), grade: 2 }],
};
const place = (doc: string, start: number, end: number) => ({ doc: docId(doc), start, end });
const question = (text: string, more: Partial<NewQuestion> = {}): NewQuestion => ({
  text,
  origin: 'cloze',
  needs: [needOf(place('a', 0, 13), [])],
  ...more,
});

test('what is there stays as it is, and ids are free', () => {
  const { questions, added } = addQuestions(
    before,
    [question('New?'), question('Other?', { id: 'q7' }), question('Third?', { id: 'q7' })],
    docs,
  );
  expect(questions.queries[0]).toBe(before.queries[0]);
  expect(questions.judgments[0]).toBe(before.judgments[0]);
  expect(added).toEqual(['cloze-2', 'q7', 'cloze-3']);
});

test('equal texts are not added twice, whatever their case, width or end mark', () => {
  const { added, there } = addQuestions(
    before,
    [question('who is  there'), question('Ｎew?'), question('New ？')],
    docs,
  );
  expect(added).toHaveLength(1);
  expect(there).toEqual(['who is  there', 'New ？']);
});

test('a place is a judgment of its span, and of the document where it holds all of it', () => {
  const needs = [needOf(place('a', 0, 13), []), needOf(place('a', 0, 26), []), needOf(place('b', 0, 6), [])];
  const { questions } = addQuestions(before, [question('New?', { needs })], docs);
  expect(questions.judgments.slice(1)).toEqual([
    { query: 'cloze-2', doc: 'a', grade: 1, span: { start: 0, end: 13 } },
    { query: 'cloze-2', doc: 'a', grade: 1 },
    { query: 'cloze-2', doc: 'b', grade: 1 },
  ]);
});

test('alternatives are one need, met at any of its places, and each is judged; one place needs no need', () => {
  const needs = [needOf(place('a', 0, 13), [place('b', 0, 6)])];
  const { questions } = addQuestions(before, [question('New?', { needs }), question('Plain?')], docs);
  expect(questions.requirements).toEqual([{ query: 'cloze-2', needs }]);
  expect(questions.judgments.filter(({ query }) => query === 'cloze-2')).toHaveLength(2);
});

test('a need that nothing meets is kept, and judges nothing', () => {
  const needs = [{ docs: [], text: 'nowhere' }];
  const { questions } = addQuestions(before, [question('New?', { needs, origin: 'imported', answer: 'Ann' })], docs);
  expect(questions.requirements).toEqual([{ query: 'imported-1', needs }]);
  expect(questions.judgments).toHaveLength(1);
  expect(questions.queries[1]).toEqual({ id: 'imported-1', text: 'New?', origin: 'imported', answer: 'Ann' });
});

test('keys of a long list are those of its texts, prepared in parts or asked for at once', async () => {
  const texts = Array.from({ length: 4001 }, (_, i) => `What is  W${i}?`);
  let pauses = 0;
  await prepareQuestionKeys(texts, () => Promise.resolve(void pauses++));
  expect(pauses).toBe(3);
  expect(questionKeys(texts)).toEqual(questionKeys([...texts]));
  expect(questionKeys(texts)[4000]).toBe('what is w4000');
});

const [a, b, q1] = [docId('a'), docId('b'), queryId('q1')];
const part = { doc: a, start: 3, end: 9 };
const judgedBefore: QuestionSet & { readonly judgedActs: number } = {
  queries: [
    { id: q1, text: 'What is ground?', origin: 'imported' },
    { id: queryId('written-1'), text: 'Another' },
  ],
  judgments: [
    { query: q1, doc: a, grade: 1 },
    { query: q1, doc: a, grade: 2, span: { start: 3, end: 9 } },
    { query: queryId('written-1'), doc: b, grade: 1 },
  ],
  requirements: [{ query: q1, needs: [{ docs: [a] }] }],
  judgedActs: 4,
};
const places = new Places(new Map([a, b].map((id) => [id, { text: 'The ground is grey.' }])));
const addJudged = (questions: typeof judgedBefore, question: Parameters<typeof addTo>[1]) =>
  addTo(questions, question, places);
const asked = (text: string, judged: Parameters<typeof addTo>[1]['judged'], answer = '') => ({
  text,
  judged,
  answer,
});

describe('adding a question that was judged', () => {
  it('gives it a free id, its origin and its judgments, of parts where parts were judged', () => {
    const { questions, id, isNew } = addJudged(
      judgedBefore,
      asked(
        ' Who drives? ',
        [
          { at: part, grade: 3 },
          { at: b, grade: 0 },
        ],
        ' Nobody. ',
      ),
    );
    expect([id, isNew]).toEqual(['written-2', true]);
    expect(questions.queries.at(-1)).toEqual({ id, text: 'Who drives?', origin: 'written', answer: 'Nobody.' });
    expect(questions.judgments.slice(3)).toEqual([
      { query: id, doc: a, grade: 3, span: { start: 3, end: 9 } },
      { query: id, doc: b, grade: 0 },
    ]);
    expect({
      ...questions,
      queries: questions.queries.slice(0, 2),
      judgments: questions.judgments.slice(0, 3),
    }).toEqual(judgedBefore);
  });

  it('gives the judgments to a question that is there, and replaces those of the same place alone', () => {
    const { questions, id, isNew } = addJudged(judgedBefore, asked('what is ground', [{ at: part, grade: 0 }]));
    expect([id, isNew]).toEqual(['q1', false]);
    expect(questions.queries).toEqual(judgedBefore.queries);
    expect(questions.judgments).toEqual([
      judgedBefore.judgments[0],
      judgedBefore.judgments[2],
      { query: q1, doc: a, grade: 0, span: { start: 3, end: 9 } },
    ]);
    expect(questions.requirements).toEqual(judgedBefore.requirements);
  });

  it('keeps what a question needs, texts that nothing meets too; what is relevant and meets none is one more', () => {
    const needs = [
      { docs: [a], places: [part], text: 'ground' },
      { docs: [], text: 'nowhere' },
    ];
    const placed = { ...judgedBefore, requirements: [{ query: q1, needs }] };
    const given = (at: Parameters<typeof addTo>[1]['judged'][number]['at'], grade: number | null) =>
      addJudged(placed, asked('What is ground?', [{ at, grade }])).questions.requirements;
    expect(given(b, 0)).toEqual([{ query: q1, needs }]);
    expect(given({ doc: a, start: 0, end: 9 }, 1)).toEqual([{ query: q1, needs }]);
    expect(given(b, 1)).toEqual([{ query: q1, needs: [...needs, { docs: [b] }] }]);
    expect(addJudged(judgedBefore, asked('Another', [{ at: a, grade: 1 }])).questions.requirements).toEqual(
      judgedBefore.requirements,
    );
  });

  it('takes a judgment back', () => {
    const { questions } = addJudged(judgedBefore, asked('What is ground?', [{ at: a, grade: null }]));
    expect(questions.judgments).toEqual(judgedBefore.judgments.slice(1));
  });

  it('writes an answer to a question that is there, and leaves one that it has', () => {
    const answered = addJudged(judgedBefore, asked('What is ground?', [], 'Rails.')).questions;
    expect(answered.queries[0]).toEqual({ ...judgedBefore.queries[0], answer: 'Rails.' });
    expect(addJudged(answered, asked('What is ground?', [])).questions.queries[0]!.answer).toBe('Rails.');
  });
});
