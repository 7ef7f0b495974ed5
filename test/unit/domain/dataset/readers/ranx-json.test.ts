import { describe, expect, it } from 'vitest';
import { ranxKind } from '../../../../../src/domain/dataset/readers/ranx-json';

describe('what a JSON of ranx is', () => {
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
  ])('%s: %s is %s', (path, head, expected) => {
    expect(ranxKind(head, path)).toBe(expected);
  });
});
