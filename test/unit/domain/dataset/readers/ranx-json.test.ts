import { expect, it } from 'vitest';
import { ProblemLog } from '../../../../../src/domain/dataset/problem';
import { ranxKind, readRanx } from '../../../../../src/domain/dataset/readers/ranx-json';
import { placesOf, source } from '../make';

it.each<[string, string]>([
  ['{"q": {"d": 1,\n"d": 1}}', 'duplicate-key a.json 2 q."d"'],
  ['{"q": {"d": 1, "e": 1},\n"p": {"d": 1},\n"q": {"d": 1}}', 'duplicate-key a.json 3 q'],
])('a JSON of ranx refuses a key that stands twice, also with the same number: %j', async (text, place) => {
  const log = new ProblemLog();
  const visitor = { question: () => undefined, value: () => undefined };
  expect(await readRanx(source('a.json', text), log, visitor)).toBe(false);
  expect(placesOf(log.problems)).toEqual([place]);
});

it.each<[string, string, 'run' | 'judgments' | null]>([
  ['a.json', '{"q": {"d": 1, "e": 2}}', 'judgments'],
  ['a.json', '{"q": {"d": 1.0}}', 'judgments'],
  ['a.json', '{"q": {"d": 1, "e": 2.5}}', 'run'],
  ['a.json', '{"q": {"d": 1e-3}}', 'run'],
  ['a.json', '{"q": {"d": NaN}}', 'run'],
  ['a.json', '{"q": {}}', 'run'],
  ['a.run.json', '{"q": {"d": 1}}', 'run'],
  ['qrels.json', '{"q": {"d": 1.5}}', 'judgments'],
  ['a.json', '{"a \\" b": {"d": 1, ', 'judgments'],
  ['a.json', '{"queries": {}, "corpus": {"d": "text"}}', null],
  ['a.json', '{"qid": {"0": 1, "1": 2}}', null],
  ['a.json', '{"q": {"d": "1"}}', null],
  ['a.json', '{"q": ["d"]}', null],
  ['a.json', '{}', null],
  ['a.json', '', null],
])('what a JSON of ranx is %s: %s is %s', (path, head, expected) => {
  expect(ranxKind(head, path)).toBe(expected);
});
