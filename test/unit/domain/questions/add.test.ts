import { expect, test } from 'vitest';
import {
  addQuestions,
  needOf,
  prepareQuestionKeys,
  questionKeys,
  type NewQuestion,
  type QuestionSet,
} from '../../../../src/domain/questions/add';
import { docId, queryId, type Doc } from '../../../../src/base/types';

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
