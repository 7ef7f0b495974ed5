import { describe, expect, it } from 'vitest';
import { cut, sentencesOf } from '../../../../src/domain/chunk/by-tokens';
import { docId } from '../../../../src/base/types';

const sentences = (text: string): string[] => sentencesOf(text).map(({ start, end }) => text.slice(start, end));
const chunks = (text: string, size: number, overlap: number): string[] =>
  cut({ id: docId('d'), title: '', text }, { kind: 'sentences', size, overlap, context: 'none' }).map(
    ({ start, end }) => text.slice(start, end),
  );

describe('sentences', () => {
  it('end where those of English, Chinese and Japanese do, not at a decimal point', () => {
    expect(sentences('It is 3.5 km. Is it? Yes!')).toEqual(['It is 3.5 km.', 'Is it?', 'Yes!']);
    expect(sentences('今天下雨。他说：“走吧！”明天呢？')).toEqual(['今天下雨。', '他说：“走吧！”', '明天呢？']);
    expect(sentences('雨です。傘は？はい。')).toEqual(['雨です。', '傘は？', 'はい。']);
  });

  it('of Greek end with its question mark', () => {
    expect(sentences('Τι κάνεις; Είμαι καλά.')).toEqual(['Τι κάνεις;', 'Είμαι καλά.']);
    expect(sentences('One; two.')).toEqual(['One; two.']);
  });

  it('go on over a line break before a small letter, and end at one before a capital, a number or a list', () => {
    expect(sentences('The tide table had\nbeen wrong.\nNobody knew')).toEqual([
      'The tide table had\nbeen wrong.',
      'Nobody knew',
    ]);
    expect(sentences('Heading\nText\n- item')).toEqual(['Heading', 'Text', '- item']);
    expect(sentences('end of a paragraph\n\nand another')).toEqual(['end of a paragraph', 'and another']);
  });
});

describe('chunks of sentences', () => {
  const text = 'Aaaa. Bbbb. Cccc. Dddd. Eeee.';

  it('hold as many as fit, in code points', () => {
    expect(chunks(text, 11, 0)).toEqual(['Aaaa. Bbbb.', 'Cccc. Dddd.', 'Eeee.']);
    expect(chunks(text, 10, 0)).toHaveLength(5);
    expect(chunks('🫖🫖。🫖🫖。', 6, 0)).toEqual(['🫖🫖。🫖🫖。']);
  });

  it('begin with the last ones of the chunk before', () => {
    expect(chunks(text, 17, 1)).toEqual(['Aaaa. Bbbb. Cccc.', 'Cccc. Dddd. Eeee.']);
    expect(chunks(text, 17, 2)).toEqual(['Aaaa. Bbbb. Cccc.', 'Bbbb. Cccc. Dddd.', 'Cccc. Dddd. Eeee.']);
  });

  it('repeat fewer where a new one would find no room', () => {
    expect(chunks(text, 11, 5)).toEqual(['Aaaa. Bbbb.', 'Bbbb. Cccc.', 'Cccc. Dddd.', 'Dddd. Eeee.']);
    expect(chunks(text, 5, 5)).toHaveLength(5);
  });

  it('a sentence that is longer than the size is a chunk of its own', () => {
    expect(chunks('A. A very long sentence. B. C.', 5, 1)).toEqual(['A.', 'A very long sentence.', 'B. C.']);
  });
});
