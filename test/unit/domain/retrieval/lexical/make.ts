import { expect } from 'vitest';
import { Postings } from '../../../../../src/domain/retrieval/lexical/postings';
import { PostingsBuilder } from '../../../../../src/domain/retrieval/lexical/postings-builder';
import type { ScorerSpec } from '../../../../../src/domain/retrieval/lexical/scorer-spec';
import { LexicalSearch } from '../../../../../src/domain/retrieval/lexical/search';

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

/** The score of each document that is found. */
export function scores(spec: ScorerSpec, question: string, from: readonly string[] = passages): Map<number, number> {
  const hits = new LexicalSearch(opened(from), spec).search(terms(question), from.length);
  return new Map(hits.map(({ doc, score }) => [doc, score]));
}

/** Holds a score to its value, and that value apart from those of mistakes that one could make. */
export function expectScore(score: number | undefined, value: number, wrong: Readonly<Record<string, number>>): void {
  expect(score).toBeCloseTo(value, 12);
  for (const [mistake, other] of Object.entries(wrong)) expect(Math.abs(score! - other), mistake).toBeGreaterThan(1e-3);
}
