import { describe, expect, it } from 'vitest';
import { TableColumns, sampleColumns } from '../../../../../src/domain/dataset/readers/columns';

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
