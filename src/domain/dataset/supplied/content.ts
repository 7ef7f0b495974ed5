import { valueOf } from '../../../base/containers';
import { contentKey, TextHash } from '../../../base/hash';
import type { DocId, Query, QueryId } from '../../../base/types';
import type { Vectors } from '../../../base/vectors';
import type { ContextEntry } from '../../chunk/written-contexts';

export interface RewriteEntry {
  readonly question: string;
  readonly texts: readonly string[];
}

export interface Rewrites {
  readonly kind: 'rewrites';
  readonly entries: readonly RewriteEntry[];
}

export interface VectorSet {
  readonly kind: 'vectors';
  readonly dimensions: number;
  readonly docs: readonly DocId[];
  readonly passages: Vectors;
  readonly queries: readonly QueryId[];
  /** Content key of each question's text when its vector was added: a question that is edited later has an old vector. */
  readonly textKeys: readonly string[];
  readonly questions: Float32Array;
}

export interface ContextSet {
  readonly kind: 'contexts';
  readonly entries: readonly ContextEntry[];
}

export type Supplied = Rewrites | VectorSet | ContextSet;

export function suppliedHash(content: Supplied): string {
  if (content.kind === 'rewrites') return contentKey({ rewrites: content.entries });
  if (content.kind === 'contexts') return contentKey({ contexts: content.entries });
  const { dimensions, docs, queries, passages, questions } = content;
  return new TextHash()
    .add(JSON.stringify([dimensions, docs, queries]))
    .bytes(passages)
    .bytes(questions)
    .digest();
}

/** Repeating a wording gives it no weight. @param entries by ids or texts of questions, ids first */
export function askedTexts(queries: readonly Query[], entries: readonly RewriteEntry[], original: boolean) {
  const rewritesOf = rewritesByQuestion(entries);
  const positions = new Map<string, number>();
  const positionOf = (text: string): number => valueOf(positions, text, () => positions.size);
  let without = 0;
  const byQuestion = queries.map((query) => {
    const rewrites = rewritesOf(query);
    if (rewrites.length === 0) without++;
    const texts = original || rewrites.length === 0 ? [query.text, ...rewrites] : rewrites;
    return [...new Set(texts)].map(positionOf);
  });
  return { texts: [...positions.keys()], byQuestion, without };
}

export function rewritesByQuestion(entries: readonly RewriteEntry[]): (query: Query) => readonly string[] {
  const byKey = new Map(entries.map(({ question, texts }) => [question, texts]));
  return ({ id, text }) => byKey.get(id) ?? byKey.get(text) ?? byKey.get(text.trim()) ?? [];
}
