import { describe, expect, it } from 'vitest';
import { collectionIn, judged, placesOf, problemsIn, type Contents } from '../make';

const questions = 'Text,AID\n資料が見当たらない。,A001\n"a, b?",A002\nまた資料が,A001\n';
const answers = 'AID,Text\nA001,"one<br>\ntwo"\nA002,three\n';
const files = { 'Questions.csv': questions, 'Answers.csv': answers };

describe('questions and answers', () => {
  it('are joined on the id of the answer; a question has the number of its row', async () => {
    const found = await collectionIn(files);
    expect(found.summary).toMatchObject({ format: 'question-answer-csv', splits: [] });
    expect(found.dataset.docs).toEqual([
      { id: 'A001', title: '', text: 'one<br>\ntwo' },
      { id: 'A002', title: '', text: 'three' },
    ]);
    expect(found.dataset.queries.map(({ id, text }) => [id, text].join(' '))).toEqual([
      '1 資料が見当たらない。',
      '2 a, b?',
      '3 また資料が',
    ]);
    expect(judged(found)).toEqual(['1 A001 1', '2 A002 1', '3 A001 1']);
  });

  it('may have ids of questions, blanks around the names of columns and semicolons', async () => {
    const found = await collectionIn({ 'questions.csv': 'id; Text ;AID\nx;a;1\n', 'answers.csv': ' AID ;Text\n1;b\n' });
    expect(judged(found)).toEqual(['x 1 1']);
  });

  it('are told apart by their columns where their names say nothing', async () => {
    const found = await collectionIn({ 'a.csv': answers, 'b.csv': questions });
    expect(found.dataset.docs).toHaveLength(2);
  });
});

it.each<[string, Contents, string]>([
  [
    'an answer that is not there',
    { ...files, 'Questions.csv': `${questions}x,A009\n` },
    'unknown-document Questions.csv 5 AID',
  ],
  ['an answer twice', { ...files, 'Answers.csv': `${answers}A001,x\n` }, 'duplicate-id Answers.csv 5'],
  ['a question without text', { ...files, 'Questions.csv': `${questions},A001\n` }, 'empty-text Questions.csv 5'],
  ['a question without an answer', { ...files, 'Questions.csv': `${questions}x,\n` }, 'empty-id Questions.csv 5 AID'],
  ['no answers', { 'Questions.csv': questions }, 'missing-file answers.csv'],
  ['no questions', { 'qa/Answers.csv': answers }, 'missing-file qa/questions.csv'],
  ['no rows of questions', { ...files, 'Questions.csv': 'Text,AID\n' }, 'no-questions Questions.csv'],
  ['two files that are alike', { 'a.csv': questions, 'b.csv': questions }, 'ambiguous-files'],
  ['three files', { ...files, 'questions2.csv': questions }, 'ambiguous-files'],
])('what is wrong with questions and answers is told: %s', async (_name, contents, place) => {
  expect(placesOf(await problemsIn(contents))[0]).toEqual(place);
});
