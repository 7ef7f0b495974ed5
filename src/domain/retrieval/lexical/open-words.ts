import type { LexicalSpec, TermGraphSpec } from '../retriever-spec';
import { DEFAULT_WALK, TermGraph } from '../graph/term-graph';
import type { ScoredDoc } from '../top-k';
import { ForwardIndex, openLexical } from './search';
import { type Postings, questionTerms } from './postings';

type SearchWords = (terms: readonly string[], depth: number) => ScoredDoc[];

export function openWords(postings: Postings, spec: LexicalSpec | TermGraphSpec): SearchWords {
  if (spec.kind === 'term-graph') return openTermGraph(postings, spec);
  const { search, change } = openLexical(postings, spec);
  return (terms, depth) => search.search(change(terms), depth);
}

/** A term weighs tf · idf in a passage, idf in a question, with Lucene's idf, which is never negative. */
function openTermGraph(postings: Postings, { termsPerPassage, mostPassages, damping }: TermGraphSpec): SearchWords {
  const { docCount } = postings;
  const idf = (term: number): number => {
    const df = postings.documentFrequency(term);
    return Math.log(1 + (docCount - df + 0.5) / (df + 0.5));
  };
  const { offsets, terms, frequencies } = new ForwardIndex(postings);
  const weights = Float64Array.from(terms, (term, i) => frequencies[i]! * idf(term));
  const graph = new TermGraph({ offsets, terms, weights }, { termsPerPassage, mostPassages });
  return (asked, depth) => {
    const { ids, counts } = questionTerms(postings, asked);
    const start = Array.from(ids, (term, i) => [term, counts[i]! * idf(term)] as const);
    return graph.search(start, depth, { ...DEFAULT_WALK, damping });
  };
}
