import type { LexicalSpec, MiniSearchSpec } from '../../retrieval/retriever-spec';
import { double } from './sql-text';

/**
 * A score of words as SQL: `score = scored(Σ times · weight · share)` over the terms of the question that a passage holds,
 * where `times` is how often the question has the term. Every operation is in the order of Hitrate's own, so that the same
 * bits come out but for the last one of a logarithm.
 */
export interface ScorerSql {
  /** What is a passage's length: its tokens, its distinct tokens, or its tokens as Lucene's byte has them. */
  readonly lengths: 'tokens' | 'distinct' | 'byte';
  /** What a term weighs, by `n` passages and `df` of them that hold it; `mean_idf` is the mean of {@link MEAN_IDF}. */
  readonly weight: string;
  /** What `tf` of a term are worth in a passage of `length`, `average` in the mean. */
  readonly share: string;
  /** The score, by the sum and by how many distinct terms `matched`. */
  readonly scored: string;
  /** k1 and b where pg_textsearch computes this score, but for a factor and in single precision; else null. */
  readonly indexed: { readonly k1: number; readonly b: number } | null;
}

/** pg_textsearch takes no k1 outside these. */
const INDEXED_K1 = [0.1, 10] as const;

/** The idf that has negative values, of which rank-bm25 takes the mean. */
export const MEAN_IDF = 'ln(n - df + 0.5::float8) - ln(df + 0.5::float8)';
const LUCENE_IDF = 'ln(1::float8 + (n - df + 0.5::float8) / (df + 0.5::float8))';

/** The score of a retriever of words; null for those that are no sum of what each term is worth in a passage. */
export function scorerSql(retriever: LexicalSpec | MiniSearchSpec): ScorerSql | null {
  if (retriever.kind === 'minisearch') {
    const { k1, b, delta, score } = retriever;
    return {
      lengths: 'distinct',
      weight: LUCENE_IDF,
      share: `${double(delta)} + tf * ${double(k1 + 1)} / (tf + ${norm(b, k1)})`,
      scored: score === 'bm25+' ? 'total * matched / matched' : 'total * matched',
      indexed: null,
    };
  }
  const sum = { lengths: 'tokens', scored: 'total', indexed: null } as const;
  const { scorer } = retriever;
  switch (scorer.kind) {
    case 'bm25-lucene': {
      const { k1, b } = scorer;
      const lucene = { weight: LUCENE_IDF, share: `tf / (tf + ${norm(b, k1)})`, scored: 'total' };
      if (!scorer.lengths) return { ...sum, ...lucene };
      const indexed = k1 >= INDEXED_K1[0] && k1 <= INDEXED_K1[1] ? { k1, b } : null;
      return { ...lucene, lengths: 'byte', indexed };
    }
    case 'bm25-plus': {
      const { k1, b, delta, absent } = scorer;
      if (absent === 'delta') return null;
      const share = `${double(delta)} + tf * ${double(k1 + 1)} / (tf + ${norm(b, k1)})`;
      return { ...sum, weight: 'ln((n + 1::float8) / df)', share };
    }
    case 'bm25l': {
      const { k1, b, delta, form } = scorer;
      const c = `tf / (${norm(b, 1)}) + ${double(delta)}`;
      return {
        ...sum,
        weight: `(ln(n + 1::float8) - ln(df + 0.5::float8)) * ${double(k1 + 1)}`,
        share: `${form === 'paper' ? '' : 'tf * '}((${c}) / (${double(k1)} + ${c}))`,
      };
    }
    case 'bm25-okapi': {
      const { k1, b, epsilon } = scorer;
      return {
        ...sum,
        weight: `CASE WHEN ${MEAN_IDF} < 0 THEN ${double(epsilon)} * mean_idf ELSE ${MEAN_IDF} END`,
        share: `tf * ${double(k1 + 1)} / (tf + ${norm(b, k1)})`,
      };
    }
    case 'tf-idf':
    case 'query-likelihood':
      return null;
  }
}

const norm = (b: number, factor: number): string =>
  `${double(factor)} * (${double(1 - b)} + ${double(b)} * length / average)`;
