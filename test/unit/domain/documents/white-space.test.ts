import { describe, expect, it } from 'vitest';
import { Edited, whiteSpaceEdits } from '../../../../src/domain/documents/edits';

const spaced = (text: string): string => new Edited(text, whiteSpaceEdits(text)).text;

describe('white space', () => {
  it('is one blank between words, and none at the ends of lines', () => {
    expect(spaced('one\t two \u00a0three  \n  four\u3000')).toBe('one two three\nfour');
  });

  it('leaves one empty line between paragraphs, and lines as they are', () => {
    expect(spaced('a\n\n\n\nb\n \n\t\nc\nd\n\ne')).toBe('a\n\nb\n\nc\nd\n\ne');
  });

  it('goes at the ends of the text, and is all that goes', () => {
    expect(spaced('\n\n a \n')).toBe('a');
    expect(spaced(' \n ')).toBe('');
    expect(whiteSpaceEdits('a b\nc\n\nd')).toEqual([]);
  });
});
