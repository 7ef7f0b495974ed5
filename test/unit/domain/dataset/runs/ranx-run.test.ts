import { describe, expect, it } from 'vitest';
import { ProblemLog } from '../../../../../src/domain/dataset/problem';
import { ranxRun } from '../../../../../src/domain/dataset/runs/ranx-run';
import { hitsOf, placesOf, source } from '../make';

async function read(text: string) {
  const log = new ProblemLog();
  const found = await ranxRun.read(source('a.json', text), log);
  return { hits: found && hitsOf(found.run), places: placesOf(log.problems), warned: placesOf(log.warnings) };
}

describe('a run of ranx', () => {
  it('keeps questions without hits, and ids that objects lose', async () => {
    const { hits, places } = await read('{"q1": {"a": 1, "b": 2.5e1}, "10": {}, "9": {"__proto__": -1}}');
    expect(Object.entries(hits ?? {})).toHaveLength(3);
    expect(hits).toMatchObject({ q1: ['b 25', 'a 1'], 10: [], 9: ['__proto__ -1'] });
    expect(places).toEqual([]);
  });

  it.each([
    ['a document', '{"q": {"a": 1, "a\\u0000": 2}}', ['bad-id', 'a.json', 1, 'q."a\\u0000"']],
    ['a question', '{"q": {"a": 1},\n"q ": {"a": 2}}', ['bad-id', 'a.json', 2, 'q ']],
  ])('is refused with an id that cannot be one, of %s', async (_, text, place) => {
    expect((await read(text)).places).toEqual([place]);
  });

  it.each<[string, unknown[]]>([
    ['{"q": {"a": 1,\n"a": 2}}', ['duplicate-key', 'a.json', 2, 'q."a"']],
    ['{"q": {"a": 1e999}}', ['bad-score', 'a.json', 1, 'q."a"']],
    ['{"q": {"a": NaN}}', ['not-json', 'a.json', 1]],
    ['{\n"q":\n["a"]}', ['wrong-shape', 'a.json', 2, 'q']],
    ['{"q": {"a": {"b": 1}}}', ['wrong-shape', 'a.json', 1, 'q."a"']],
    ['[]', ['wrong-shape', 'a.json']],
    ['{}', ['empty-file', 'a.json']],
  ])('tells what is wrong: %s', async (text, place) => {
    expect((await read(text)).places[0]).toEqual(place);
  });
});
