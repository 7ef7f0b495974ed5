import { describe, expect, it } from 'vitest';
import { isStackOverflow, unreadBy } from '../../../../../src/adapters/files/documents/reader';
import { UnreadFile } from '../../../../../src/adapters/files/documents/reader';
import { problem, SourceFailure } from '../../../../../src/domain/dataset/problem';

const endless = (): number => 1 + endless();

function thrownBy(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}

describe('why a file gives no documents', () => {
  it('is what its reader says', () => {
    expect(unreadBy(new UnreadFile('empty', 'Nothing here.'))).toEqual({
      status: 'empty',
      message: 'Nothing here.',
      table: null,
    });
    const failure = new SourceFailure(problem('bad-archive', { file: 'a' }, 'encrypted'));
    expect(unreadBy(failure).status).toBe('encrypted');
  });

  it('is said in words where a stack was too small', () => {
    const overflow = thrownBy(endless);
    expect(isStackOverflow(overflow)).toBe(true);
    expect(isStackOverflow(Object.assign(new Error('too much recursion'), { name: 'InternalError' }))).toBe(true);
    expect(unreadBy(overflow)).toMatchObject({ status: 'broken', message: expect.stringMatching(/^What is in it is nested too deep\. Save/) as string }); // prettier-ignore
  });

  it('is the words of the library where nothing else is known', () => {
    expect(isStackOverflow(new Error('odd byte'))).toBe(false);
    expect(unreadBy(new Error('odd byte')).message).toMatch(/\(odd byte\)\. Save it again/);
  });
});
