import { Postings, PostingsBuilder } from '../../../../../src/domain/retrieval/lexical/postings';

export const terms = (text: string): string[] => text.split(' ').filter((term) => term !== '');

export function opened(passages: readonly string[]): Postings {
  const builder = new PostingsBuilder();
  builder.add(passages.map(terms));
  return new Postings(builder.finish());
}

/**
 * Five documents of 3, 2, 5, 0 and 1 tokens, 2.2 in the mean, with 2, 2, 2, 0 and 1 distinct terms, 1.4 in the mean.
 * `a` is in one of them, `b` in two, `c` in two.
 */
export const passages = ['a a b', 'b c', 'c c c c d', '', 'e'];
