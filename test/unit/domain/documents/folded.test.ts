import { describe, expect, it } from 'vitest';
import { folded } from '../../../../src/domain/documents/edits';

describe('a folded text', () => {
  it('has no case, no forms of one character and one blank where there was white space', () => {
    expect(folded('  Ｐump\n\tNo.\u00a0① ﬁts ｶﾞ ').text).toBe('pump no. 1 fits ガ');
    expect(folded('\n ').text).toBe('');
  });

  it('tells the part of the text as it is that a part comes from', () => {
    const text = '  The  ﬁrst\nＰｕｍｐ';
    const { text: low, source } = folded(text);
    const at = (part: string) => {
      const start = low.indexOf(part);
      const span = source({ start, end: start + part.length });
      return text.slice(span.start, span.end);
    };
    expect(low).toBe('the first pump');
    expect(['the', 'first', 'pump', 'the first', 'irst', ' ', 't p'].map(at)).toEqual([
      'The',
      'ﬁrst',
      'Ｐｕｍｐ',
      'The  ﬁrst',
      'ﬁrst',
      '  ',
      't\nＰ',
    ]);
  });

  it('gives a sigma one form, and a letter that is two in lower case keeps its place', () => {
    expect(folded('ΟΔΟΣ').text).toBe(folded('οδός'.normalize('NFD').replace(/\p{M}/gu, '')).text);
    const { text, source } = folded('İzmir Kordon');
    expect(text).toBe('i\u0307zmir kordon');
    expect(source({ start: text.indexOf('kordon'), end: text.length })).toEqual({ start: 6, end: 12 });
  });

  it('joins Chinese and Japanese across line breaks and blanks, which part no words there, and nothing else', () => {
    expect(folded('修復で\nは、ひび割れを 蜜ろうと　石灰で').text).toBe('修復では、ひび割れを蜜ろうと石灰で');
    expect(folded('他说，\n我们走。 好').text).toBe(folded('他说，我们走。好').text);
    expect(folded('the 博物館 in town').text).toBe('the 博物館 in town');
    expect(folded('see, then').text).toBe('see, then');
    const { text, source } = folded('修復で\nは、');
    expect(source({ start: 0, end: text.length })).toEqual({ start: 0, end: 6 });
  });

  it('knows every letter that is longer in lower case', () => {
    for (let code = 0; code < 0x110000; code++) {
      if (code >= 0xd800 && code < 0xe000) continue;
      const letter = String.fromCodePoint(code);
      if (letter.toLowerCase().length !== letter.length) expect(letter).toBe('İ');
    }
  });
});
