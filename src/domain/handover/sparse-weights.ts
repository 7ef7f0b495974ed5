import { byteLength, type ScorerSpec } from '../retrieval/lexical/scorers';
import type { LexicalSpec, MiniSearchSpec } from '../retrieval/retriever-spec';
import type { SparseVector } from './target';

/** Word scores that are dot products: a term's weight in a passage depends on no other term of the question. */
export type SparseSpec = ({ readonly kind: 'minisearch' } & Omit<MiniSearchSpec, 'analyzer' | 'score'>) | SparseScorer;

type SparseScorer = Extract<ScorerSpec, { kind: 'bm25-lucene' | 'bm25-plus' | 'bm25l' | 'bm25-okapi' }>;

/** The scores of a retriever of words as weights; null where they are no sum of what each term is worth. */
export function sparseSpec(retriever: LexicalSpec | MiniSearchSpec): SparseSpec | null {
  if (retriever.kind === 'minisearch') {
    const { kind, k1, b, delta, score } = retriever;
    return score === 'bm25+' ? { kind, k1, b, delta } : null;
  }
  const { scorer, question } = retriever;
  if (question.kind !== 'as-asked' || scorer.kind === 'tf-idf' || scorer.kind === 'query-likelihood') return null;
  return scorer.kind === 'bm25-plus' && scorer.absent !== 'nothing' ? null : scorer;
}

/** `meanIdf` is over all terms, of {@link rawIdf}. */
type Statistics = Readonly<Record<'passages' | 'averageLength' | 'meanIdf', number>>;

/** What a term is worth in a passage: as the scorers of `retrieval/lexical` have it, to which a test holds it. */
function weightOf(spec: SparseSpec, of: Statistics, df: number, tf: number, length: number): number {
  const { k1, b } = spec;
  const counted = isInBytes(spec) ? byteLength(length) : length;
  const norm = 1 - b + (b * counted) / of.averageLength;
  const saturation = (tf * (k1 + 1)) / (tf + k1 * norm);
  switch (spec.kind) {
    case 'bm25-lucene':
      return luceneIdf(of.passages, df) * (tf / (tf + k1 * norm));
    case 'minisearch':
      return luceneIdf(of.passages, df) * (spec.delta + saturation);
    case 'bm25-plus':
      return Math.log((of.passages + 1) / df) * (spec.delta + saturation);
    case 'bm25l': {
      const c = tf / norm + spec.delta;
      const idf = Math.log(of.passages + 1) - Math.log(df + 0.5);
      return idf * (k1 + 1) * (spec.form === 'paper' ? 1 : tf) * (c / (k1 + c));
    }
    case 'bm25-okapi': {
      const idf = rawIdf(of.passages, df);
      return (idf < 0 ? spec.epsilon * of.meanIdf : idf) * saturation;
    }
  }
}

const isInBytes = (spec: SparseSpec): boolean => spec.kind === 'bm25-lucene' && spec.lengths === 'byte';

const luceneIdf = (passages: number, df: number): number => Math.log(1 + (passages - df + 0.5) / (df + 0.5));
const rawIdf = (passages: number, df: number): number => Math.log(passages - df + 0.5) - Math.log(df + 0.5);

/** Term weights in two passes, {@link add} and {@link passage}; memory grows with the vocabulary, not the passages. */
export class SparseWeights {
  /** Terms by their numbers, in the order in which they came. */
  readonly #numbers = new Map<string, number>();
  readonly #frequencies: number[] = [];
  #passages = 0;
  #tokens = 0;
  #statistics: Statistics | null = null;

  constructor(private readonly spec: SparseSpec) {}

  /** @param terms of one passage, with repeats */
  add(terms: readonly string[]): void {
    const distinct = new Set(terms);
    for (const term of distinct) {
      const number = this.#numbers.get(term);
      if (number !== undefined) this.#frequencies[number]!++;
      else this.#frequencies[this.#numbers.set(term, this.#numbers.size).size - 1] = 1;
    }
    // Lucene counts no passage without a term.
    if (terms.length > 0 || !isInBytes(this.spec)) this.#passages++;
    this.#tokens += this.lengthOf(terms, distinct.size);
    this.#statistics = null;
  }

  passage(terms: readonly string[]): SparseVector {
    const counts = this.counted(terms);
    const statistics = (this.#statistics ??= this.statistics());
    const length = this.lengthOf(terms, counts.length);
    return {
      indices: counts.map(([number]) => number),
      values: counts.map(([number, tf]) => weightOf(this.spec, statistics, this.#frequencies[number]!, tf, length)),
    };
  }

  /** How often a question has each of the terms that some passage has. */
  question(terms: readonly string[]): SparseVector {
    const counts = this.counted(terms);
    return { indices: counts.map(([number]) => number), values: counts.map(([, count]) => count) };
  }

  vocabulary(): Iterable<string> {
    return this.#numbers.keys();
  }

  /** Numbers and counts, ascending by number. */
  private counted(terms: readonly string[]): [number, number][] {
    const counts = new Map<number, number>();
    for (const term of terms) {
      const number = this.#numbers.get(term);
      if (number !== undefined) counts.set(number, (counts.get(number) ?? 0) + 1);
    }
    return [...counts].sort(([a], [b]) => a - b);
  }

  /** MiniSearch counts the distinct terms of a passage. */
  private lengthOf(terms: readonly string[], distinct: number): number {
    return this.spec.kind === 'minisearch' ? distinct : terms.length;
  }

  private statistics(): Statistics {
    const passages = this.#passages;
    const sum = this.#frequencies.reduce((total, df) => total + rawIdf(passages, df), 0);
    return { passages, averageLength: this.#tokens / passages, meanIdf: sum / this.#frequencies.length };
  }
}
