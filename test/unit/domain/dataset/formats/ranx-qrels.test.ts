import { describe, expect, it } from 'vitest';
import { ranxQrels } from '../../../../../src/domain/dataset/formats/ranx-qrels';
import { builder, source } from '../make';

describe('qrels of ranx', () => {
  it.each([
    ['a.json', '{"q": {"d": 1, "e": 0}}', true],
    ['a.json', '{"q": {"d": 1, "e": 0.5}}', false],
    ['a.run.json', '{"q": {"d": 1}}', false],
    ['qrels.json', '{"q": {"d": 0.5}}', true],
    ['qrels.json', '{"q": {"d": [1]}}', false],
    ['a.json', '[{"q": {"d": 1}}]', false],
  ])('are recognised in %s: %j is %s', async (path, text, expected) => {
    expect(await ranxQrels.recognises(source(path, text))).toBe(expected);
  });

  it('keep ids that objects lose or order anew', async () => {
    const { builder: dataset, log } = builder();
    dataset.judgmentsAlone();
    await ranxQrels.read(
      source('a.json', '{"10": {"b": 1}, "__proto__": {"constructor": 2}, "9": {"1": 0}}'),
      dataset,
      log,
    );
    expect(dataset.finish().judgments.map((each) => Object.values(each).join(' '))).toEqual([
      '10 b 1',
      '__proto__ constructor 2',
      '9 1 0',
    ]);
    expect(log.problems).toEqual([]);
  });
});
