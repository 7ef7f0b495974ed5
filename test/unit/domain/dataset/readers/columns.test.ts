import { describe, expect, it } from 'vitest';
import {
  TableColumns,
  sampleColumns,
  looksLikePairs,
  readPairs,
} from '../../../../../src/domain/dataset/readers/columns';
import { ProblemLog } from '../../../../../src/domain/dataset/problem';
import { placesOf, source } from '../make';

describe('columns between white space', () => {
  it('are found line by line, with any white space of C between them', () => {
    const columns = new TableColumns(' a\tb \v\f c\r\n\n# d\n\u3000e\u00a0f g');
    const lines: unknown[] = [];
    for (let at = 0; at < columns.text.length;) {
      at = columns.scan(at);
      lines.push([columns.isComment, ...Array.from({ length: columns.count }, (_, i) => columns.get(i))]);
    }
    expect(lines).toEqual([[false, 'a', 'b', 'c'], [false], [true, '#', 'd'], [false, '\u3000e\u00a0f', 'g']]);
  });

  it('are counted past those that are kept, and compared without being taken out', () => {
    const columns = new TableColumns('a b c d e f g h i j k');
    columns.scan(0);
    expect(columns.count).toBe(11);
    expect([columns.is(1, 'b'), columns.is(1, 'bc'), columns.is(2, 'b')]).toEqual([true, false, false]);
  });

  it('are sampled from the beginning of a file, without the line that it cuts', () => {
    expect(sampleColumns('# x\na b\n\nc d\ne')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    expect(sampleColumns('a b')).toEqual([['a', 'b']]);
    expect(sampleColumns('a\nb\nc\n', 2)).toEqual([['a'], ['b']]);
    expect(sampleColumns('')).toEqual([]);
  });
});

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

  it.each<[string, string]>([
    ['1\ta\n2 b\n', 'wrong-shape a 2'],
    ['1\ta\tb\n', 'wrong-shape a 1'],
    ['\n', 'empty-file a'],
  ])('tell what is wrong: %j', async (text, place) => {
    const { log, lost } = await read(text);
    expect(placesOf(log.problems)).toEqual([place]);
    expect(lost).toBe(1);
  });

  it('are told by the first line', () => {
    expect(['1\ta\n', '\n1\ta', '', '1 a', '1\ta\tb'].map(looksLikePairs)).toEqual([true, true, true, false, false]);
  });
});
