import { describe, expect, it } from 'vitest';
import { ProblemLog } from '../../../../../src/domain/dataset/problem';
import { looksLikePairs, readPairs } from '../../../../../src/domain/dataset/readers/pairs';
import { placesOf, source } from '../make';

async function read(text: string) {
  const log = new ProblemLog();
  const pairs: unknown[] = [];
  let lost = 0;
  await readPairs(
    source('a', text),
    log,
    () => lost++,
    (id, of, { line }) => pairs.push([id, of, line]),
  );
  return { log, pairs, lost };
}

describe('pairs of an id and a text', () => {
  it('are taken as they stand', async () => {
    const { pairs, lost } = await read('1\t"a, b\r\n\n 2 \t c\n3\t');
    expect(pairs).toEqual([
      ['1', '"a, b', 1],
      [' 2 ', ' c', 3],
      ['3', '', 4],
    ]);
    expect(lost).toBe(0);
  });

  it.each<[string, unknown[]]>([
    ['1\ta\n2 b\n', ['wrong-shape', 'a', 2]],
    ['1\ta\tb\n', ['wrong-shape', 'a', 1]],
    ['\n', ['empty-file', 'a']],
  ])('tell what is wrong: %j', async (text, place) => {
    const { log, lost } = await read(text);
    expect(placesOf(log.problems)).toEqual([place]);
    expect(lost).toBe(1);
  });

  it('are told by the first line', () => {
    expect(['1\ta\n', '\n1\ta', '', '1 a', '1\ta\tb'].map(looksLikePairs)).toEqual([true, true, true, false, false]);
  });
});
