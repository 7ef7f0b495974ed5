import { expect, test } from 'vitest';
import { docId, type Doc } from '../../../../../src/base/types';
import { Distractors } from '../../../../../src/domain/questions/checks/check';

const filler = ' The rest of the passage tells of gardens and of weather in long and quiet sentences.'.repeat(3);
const docs: Doc[] = [
  'copper kettle and iron stove',
  'copper kettle and tin spoon',
  'iron stove and copper wire',
  'paper',
].map((text, i) => ({ id: docId(`d${i}`), title: '', text: `${text}.${filler}` }));
const distractors = new Distractors(docs);
const place = { doc: docId('d0'), start: 0, end: 20 };

test('counts the passages that hold as much of the question as its own', () => {
  expect(distractors.of({ text: 'copper kettle with iron stove', place })).toBe(0);
  expect(distractors.of({ text: 'copper kettle', place })).toBe(1);
  expect(distractors.of({ text: 'copper', place })).toBe(2);
});

test('a passage that holds more counts, and one that answers it too does not', () => {
  expect(distractors.of({ text: 'tin spoon kettle', place })).toBe(1);
  expect(distractors.of({ text: 'tin spoon', place })).toBe(1);
  const also = [{ doc: docId('d1'), start: 0, end: 20 }];
  expect(distractors.of({ text: 'copper kettle', place, also })).toBe(0);
});

test('is null for a question without a word', () => {
  expect(distractors.of({ text: 'What is it?', place })).toBeNull();
});
