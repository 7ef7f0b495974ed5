import type MiniSearch from 'minisearch';
import type { ExplainedTerm, WordExplanation } from '../../domain/retrieval/lexical/explain';
import { countTerms } from '../../domain/retrieval/lexical/question';
import type { MiniSearchSpec } from '../../domain/spec/retrievers';
import type { Analyzer } from '../../domain/text/open-analyzer';

/**
 * The shares of a score of MiniSearch, which tells none: each term is searched alone. A passage's score for one term is
 * its BM25+ part, with nothing to multiply it by, and the score for all of them is their sum, times the number of terms
 * that matched where the spec keeps that factor.
 *
 * @param passage its position, and its text as it was indexed
 */
export function explainOne<Entry>(
  index: MiniSearch<Entry>,
  analyze: Analyzer,
  question: string,
  { doc, indexed }: { readonly doc: number; readonly indexed: string },
  { k1: k, b, delta: d, score: kind }: MiniSearchSpec,
): WordExplanation {
  const held = countTerms(analyze(indexed));
  const asked = [...countTerms(analyze(question))];
  const matched = asked.filter(([term]) => held.has(term)).length;
  const factor = kind === 'times-matched-terms' ? matched : 1;
  const terms = asked.map(([term, inQuestion]): ExplainedTerm => {
    const hits = index.search(term, { tokenize: (only) => [only], bm25: { k, b, d } });
    const own = hits.find(({ id }) => id === doc)?.score ?? 0;
    const share = inQuestion * own * factor;
    return { term, inQuestion, added: false, inDocument: held.get(term) ?? 0, documents: hits.length, share };
  });
  return { score: terms.reduce((sum, { share }) => sum + share!, 0), terms };
}
