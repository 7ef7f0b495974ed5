import { expect, test } from 'vitest';
import {
  importedQuestions,
  placeQuestions,
  type ImportDecisions,
} from '../../../../../src/domain/questions/import/placed-questions';
import type { GivenQuestion } from '../../../../../src/domain/questions/import/read-questions';
import { docId, type Doc } from '../../../../../src/base/types';

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
