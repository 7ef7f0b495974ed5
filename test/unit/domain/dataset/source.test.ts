import { describe, expect, it } from 'vitest';
import { SourceFailure } from '../../../../src/domain/dataset/problem';
import { linesOf, wholeText, type SourceText } from '../../../../src/domain/dataset/source';

describe('linesOf', () => {
  it('leaves out line ends and blank lines, and counts them', () => {
    const block = { text: '\r\n a \r\n\n \t\nb\rc\r\r\nd', firstLine: 5 };
    expect([...linesOf(block)]).toEqual([
      { text: ' a ', number: 6 },
      { text: 'b\rc\r', number: 9 },
      { text: 'd', number: 10 },
    ]);
  });

  it('is nothing for nothing', () => {
    expect([...linesOf({ text: '', firstLine: 1 })]).toEqual([]);
  });
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

  it('puts blocks together', async () => {
    expect(await wholeText(source)).toBe('a\nb\n');
  });

  it('fails with the figure before a string would be too long', async () => {
    const failure = await wholeText(source, 3).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SourceFailure);
    expect((failure as SourceFailure).problem).toMatchObject({ code: 'too-large', file: 'a.json' });
    expect((failure as SourceFailure).message).toMatch(/more than 3 characters/);
  });
});
