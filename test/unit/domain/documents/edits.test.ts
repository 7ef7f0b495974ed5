import { describe, expect, it } from 'vitest';
import { Edited, folded, nfkcEdits, whiteSpaceEdits } from '../../../../src/domain/documents/edits';

describe('a text after edits', () => {
  const edited = new Edited('one  two three', [
    { start: 0, end: 3, text: 'first' },
    { start: 3, end: 5, text: '' },
    { start: 8, end: 9, text: ', ' },
  ]);

  it('has what was put in the place of each part', () => {
    expect(edited.text).toBe('firsttwo, three');
    expect(new Edited('as it is', []).text).toBe('as it is');
  });

  it('tells where a place is afterwards, and the beginning of an edit for what is within it', () => {
    expect([0, 2, 3, 4, 5, 8, 9, 14].map((at) => edited.forward(at))).toEqual([0, 0, 5, 5, 5, 8, 10, 15]);
  });

  it('tells where a part comes from, with the whole of an edit that it touches', () => {
    expect(edited.backward({ start: 5, end: 8 })).toEqual({ start: 5, end: 8 });
    expect(edited.backward({ start: 4, end: 6 })).toEqual({ start: 0, end: 6 });
    expect(edited.backward({ start: 9, end: 12 })).toEqual({ start: 8, end: 11 });
    expect(edited.backward({ start: 10, end: 10 })).toEqual({ start: 9, end: 9 });
  });

  it('counts what was taken out before a place, wherever its text then begins', () => {
    const twice = new Edited('xxaxxb', [
      { start: 0, end: 2, text: '' },
      { start: 3, end: 5, text: '' },
    ]);
    expect(twice.text).toBe('ab');
    expect(twice.backward({ start: 0, end: 1 })).toEqual({ start: 2, end: 3 });
    expect(twice.backward({ start: 1, end: 2 })).toEqual({ start: 5, end: 6 });
  });
});

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

describe('NFKC', () => {
  it.each(['\udc00ﬁ', 'ﬁ\udc00', '\ud800ﬁ', '\ud83d\ude00\udc00ﬁ'])('leaves half a pair as it is: %j', (text) => {
    expect(new Edited(text, nfkcEdits(text)).text).toBe(text.normalize('NFKC'));
    expect(() => folded(text)).not.toThrow();
  });

  it('touches nothing in a text that has the form', () => {
    expect(nfkcEdits('naïve 漢字 ガ')).toEqual([]);
  });

  it('changes a character with those that combine with it, and no others', () => {
    const text = 'ＡBC ﬁ e\u0301 ｶﾞ 가 x';
    expect(nfkcEdits(text)).toEqual([
      { start: 0, end: 1, text: 'A' },
      { start: 4, end: 5, text: 'fi' },
      { start: 6, end: 8, text: 'é' },
      { start: 9, end: 11, text: 'ガ' },
    ]);
    expect(new Edited(text, nfkcEdits(text)).text).toBe('ABC fi é ガ 가 x');
  });

  it('joins compatibility letters of Hangul, whose second is no mark', () => {
    expect(nfkcEdits('ㄱㅏ')).toEqual([{ start: 0, end: 2, text: '가' }]);
  });
});

const spaced = (text: string): string => new Edited(text, whiteSpaceEdits(text)).text;

it.each([
  [
    'is one blank between words, and none at the ends of lines',
    'one\t two \u00a0three  \n  four\u3000',
    'one two three\nfour',
  ],
  ['leaves one empty line between paragraphs', 'a\n\n\n\nb\n \n\t\nc\nd\n\ne', 'a\n\nb\n\nc\nd\n\ne'],
  ['goes at the ends of the text', '\n\n a \n', 'a'],
  ['is all that goes', ' \n ', ''],
])('white space %s', (_, text, expected) => {
  expect(spaced(text)).toBe(expected);
  expect(whiteSpaceEdits(expected)).toEqual([]);
});
