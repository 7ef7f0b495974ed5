import type { ExplainedTerm, WordExplanation } from '../../domain/retrieval/lexical/explain';
import { countTerms } from '../../domain/retrieval/lexical/question';
import type { MiniSearchSpec } from '../../domain/retrieval/retriever-spec';
import type { Analyzer } from '../../domain/text/open-analyzer';
import type { MiniSearchScores } from './minisearch-search';

/**
 * The shares of a score of MiniSearch: of each term its BM25+ part, times the number of terms that matched where the spec
 * keeps that factor.
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
