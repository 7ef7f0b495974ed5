import type { ScoredDoc } from '../../domain/retrieval/exact-search';
import { TopK } from '../../domain/retrieval/top-k';
import type { ExplainedTerm, WordExplanation } from '../../domain/retrieval/lexical/explain';
import { countTerms } from '../../domain/retrieval/lexical/question';
import type { MiniSearchSpec } from '../../domain/retrieval/retriever-spec';
import type { Analyzer } from '../../domain/text/plain-text';
import type { MiniSearchPostings } from './minisearch-postings';

/**
 * MiniSearch's own scores, to the last bit, from typed arrays: every operation in its order, which `minisearch-search` of
 * the property tests holds to its `search`.
 *
 * A term adds `ln(1 + (N − n + ½) / (n + ½)) · (δ + tf (k + 1) / (tf + k (1 − b + b |d| / avg)))`, once for each time that
 * the question holds it; MiniSearch multiplies the sum by the number of distinct terms that matched.
 */
export class MiniSearchScores {
  /** `k (1 − b + b |d| / avg)` of each passage. */
  private readonly norms: Float64Array;
  private readonly sums: Float64Array;
  /** Distinct terms of the question that each passage holds. */
  private readonly matched: Uint32Array;

  constructor(
    private readonly index: MiniSearchPostings,
    private readonly spec: MiniSearchSpec,
  ) {
    const { postings, averageLength } = index;
    const { k1: k, b } = spec;
    this.norms = Float64Array.from(postings.lengths, (length) => k * (1 - b + (b * length) / averageLength));
    this.sums = new Float64Array(postings.docCount);
    this.matched = new Uint32Array(postings.docCount);
  }

  /** @param terms with repeats @returns the `depth` best passages with any term, best first, ties by lower position */
  search(terms: readonly string[], depth: number): ScoredDoc[] {
    const { sums, matched, index } = this;
    const asked = new Set<number>();
    for (const term of terms) {
      const id = index.postings.termId(term);
      if (id === undefined) continue;
      this.add(id, asked.has(id) ? 0 : 1);
      asked.add(id);
    }
    const best = new TopK(Math.min(depth, sums.length));
    let { floor } = best;
    for (let doc = 0; doc < sums.length; doc++) {
      if (matched[doc] === 0) continue;
      const score = this.scored(sums[doc]!, matched[doc]!);
      if (score <= floor) continue;
      best.offer(doc, score);
      floor = best.floor;
    }
    sums.fill(0);
    matched.fill(0);
    return best.drain();
  }

  /** What one occurrence of a term in the question adds to the sum of a passage; 0 where the passage does not hold it. */
  termScore(term: string, doc: number): { readonly score: number; readonly documents: number } {
    const { postings } = this.index;
    const id = postings.termId(term);
    if (id === undefined) return { score: 0, documents: 0 };
    const at = postings.find(id, doc);
    const score = at < 0 ? 0 : this.rarity(id) * this.saturation(postings.frequencies[at]!, this.norms[doc]!);
    return { score, documents: postings.documentFrequency(id) };
  }

  /** @param first 1 for the first occurrence of the term in the question, 0 for others */
  private add(id: number, first: number): void {
    const { sums, matched, norms } = this;
    const { offsets, docs, frequencies } = this.index.postings;
    const rarity = this.rarity(id);
    for (let at = offsets[id]!, end = offsets[id + 1]!; at < end; at++) {
      const doc = docs[at]!;
      sums[doc]! += rarity * this.saturation(frequencies[at]!, norms[doc]!);
      matched[doc]! += first;
    }
  }

  private rarity(id: number): number {
    const documents = this.index.postings.documentFrequency(id);
    return Math.log(1 + (this.index.postings.docCount - documents + 0.5) / (documents + 0.5));
  }

  private saturation(frequency: number, norm: number): number {
    const { k1: k, delta } = this.spec;
    return delta + (frequency * (k + 1)) / (frequency + norm);
  }

  /** MiniSearch's own factor is divided out, not left out: that may change the last digit, which a cached list has. */
  private scored(sum: number, matched: number): number {
    const own = sum * matched;
    return this.spec.score === 'times-matched-terms' ? own : own / matched;
  }
}

/**
 * Shares of a MiniSearch score: each term's BM25+ part, times the matched terms where the spec keeps that factor.
 *
 * @param passage its position, and its text as it was indexed
 */
export function explainOne(
  scores: MiniSearchScores,
  analyze: Analyzer,
  question: string,
  { doc, indexed }: { readonly doc: number; readonly indexed: string },
  { score: kind }: MiniSearchSpec,
): WordExplanation {
  const held = countTerms(analyze(indexed));
  const asked = [...countTerms(analyze(question))];
  const matched = asked.filter(([term]) => held.has(term)).length;
  const factor = kind === 'times-matched-terms' ? matched : 1;
  const terms = asked.map(([term, inQuestion]): ExplainedTerm => {
    const { score, documents } = scores.termScore(term, doc);
    return {
      term,
      inQuestion,
      added: false,
      inDocument: held.get(term) ?? 0,
      documents,
      share: inQuestion * score * factor,
    };
  });
  return { score: terms.reduce((sum, { share }) => sum + share!, 0), terms };
}
