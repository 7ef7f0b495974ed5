import { expect, test } from 'vitest';
import { createQuestions } from '../../../../src/adapters/questions/questions';
import { docId, type Doc } from '../../../../src/base/types';

const docs: Doc[] = [{ id: docId('a'), title: '', text: 'The foundry of Brandholm cast its first bell in 1723.' }];
const file = (path: string, text: string) => ({ path, file: new Blob([text]) });
const read = (...files: ReturnType<typeof file>[]) => createQuestions().readQuestions({ files, docs }, () => undefined);

test('questions of several files are put together, with the places of their texts', async () => {
  const outcome = await read(
    file('more.txt', 'Who cast it?\nWhen?\n'),
    file('q.csv', 'question,ground_truth\nWhen?,its first bell\n'),
  );
  if (!outcome.ok) expect.fail(JSON.stringify(outcome));
  expect(outcome.questions.map(({ text, truths }) => [text, truths.map(({ found }) => found?.matches)])).toEqual([
    ['Who cast it?', []],
    ['When?', [[{ doc: 'a', start: 30, end: 44 }]]],
  ]);
});

test('what is wrong is told with file and line, and nothing is read by halves', async () => {
  const outcome = await read(file('q.csv', 'question,ground_truth\nWhen?,"[1"\nWho?,\n'));
  expect(outcome.ok).toBe(false);
  if (!outcome.ok) expect(outcome.problems.map((each) => [each.file, each.line])).toEqual([['q.csv', 2]]);
});

test('a file without questions, and one that is no text, are told', async () => {
  const codes = async (...files: ReturnType<typeof file>[]) => {
    const outcome = await read(...files);
    return outcome.ok ? [] : outcome.problems.map(({ code }) => code);
  };
  expect(await codes(file('q.csv', 'question,answer\n,\n'))).toEqual(['no-questions']);
  expect(await codes({ path: 'q.txt', file: new Blob([new Uint8Array([0x89, 0xff, 0xfe, 0x80])]) })).toEqual([
    'bad-encoding',
  ]);
});
