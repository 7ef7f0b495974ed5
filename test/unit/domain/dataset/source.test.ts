import { expect, it, describe } from 'vitest';
import { LineCounter, linesOf, wholeText, type SourceText } from '../../../../src/domain/dataset/source';
import { SourceFailure } from '../../../../src/domain/dataset/problem';

it('counts lines and columns from 1, forwards and back, and takes a line break for the end of its line', () => {
  const lines = new LineCounter('ab\n\r\ncd');
  const at = (offset: number) => Object.values(lines.at(offset));
  expect(at(0)).toEqual([1, 1]);
  expect(at(2)).toEqual([1, 3]);
  expect(at(3)).toEqual([2, 1]);
  expect(at(6)).toEqual([3, 2]);
  expect(at(7)).toEqual([3, 3]);
  expect(at(1)).toEqual([1, 2]);
});

// Read from its start each time it would take an hour.
it('reads one long line once', () => {
  const lines = new LineCounter('x'.repeat(10_000_000));
  let line = 0;
  for (let offset = 0; offset < 100_000; offset++) ({ line } = lines.at(offset));
  expect(line).toBe(1);
});

it('linesOf leaves out line ends and blank lines, and counts them', () => {
  const block = { text: '\r\n a \r\n\n \t\nb\rc\r\r\nd', firstLine: 5 };
  expect([...linesOf(block)]).toEqual([
    { text: ' a ', number: 6 },
    { text: 'b\rc\r', number: 9 },
    { text: 'd', number: 10 },
  ]);
});

describe('wholeText', () => {
  const source: SourceText = {
    path: 'a.json',
    bytes: 4,
    head: () => Promise.resolve(''),
    async *blocks() {
      yield { text: 'a\n', firstLine: 1 };
      yield { text: 'b\n', firstLine: 2 };
    },
  };

  it('fails with the figure before a string would be too long', async () => {
    const failure = await wholeText(source, 3).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SourceFailure);
    expect((failure as SourceFailure).problem).toMatchObject({ code: 'too-large', file: 'a.json' });
    expect((failure as SourceFailure).message).toMatch(/more than 3 characters/);
  });
});
