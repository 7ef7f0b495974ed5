import type { LexicalSpec, TermGraphSpec } from '../retriever-spec';
import { changeQuestions } from './changed-questions';
import { type Postings, countTerms, type Question } from './postings';
import { LexicalSearch } from './search';

export interface ExplainedTerm {
  readonly term: string;
  /** How often the question holds it, or what it counts there where the question was changed. */
  readonly inQuestion: number;
  /** Whether the question does not have it: a correction, or an expansion of the question. */
  readonly added: boolean;
  /** How often the passage holds it; 0 where it does not. */
  readonly inDocument: number;
  readonly documents: number;
  /** Its part of the score; null where the score is no sum over terms. */
  readonly share: number | null;
}

export interface WordExplanation {
  /** That of the search. The shares add up to it; null where the score is no sum over terms. */
  readonly score: number | null;
  /** Each distinct term once: those of the question in its order, then those that were added. */
  readonly terms: readonly ExplainedTerm[];
}

/** @param doc position of the passage */
type ExplainWords = (terms: readonly string[], doc: number) => WordExplanation;

/**
 * What explains a retriever over an index of our own. The shares are what the scorer adds for each term, and so add up to
 * the score that ranked: also where the question was changed first, whose terms are then those that were searched. A walk
 * over shared terms scores passages by other passages: its terms have no shares.
 */
export function openExplainer(postings: Postings, spec: LexicalSpec | TermGraphSpec): ExplainWords {
  return spec.kind === 'lexical' ? explainLexical(postings, spec) : (terms, doc) => heldTerms(postings, terms, doc);
}

function explainLexical(postings: Postings, { scorer, question }: LexicalSpec): ExplainWords {
  const search = new LexicalSearch(postings, scorer);
  const change = changeQuestions(postings, search, question, scorer.kind === 'query-likelihood');
  return (terms, doc) => {
    const own = new Set(terms);
    const { score, shares } = search.explain(change(terms), doc);
    const explained = shares.map((each) => ({ ...each, added: !own.has(each.term) }));
    // Stable: within the two groups the order is that of the question.
    return { score, terms: explained.sort((a, b) => Number(a.added) - Number(b.added)) };
  };
}

function heldTerms(postings: Postings, question: Question, doc: number): WordExplanation {
  const terms = [...countTerms(question)].map(([term, inQuestion]): ExplainedTerm => {
    const id = postings.termId(term);
    const at = id === undefined ? -1 : postings.find(id, doc);
    return {
      term,
      inQuestion,
      added: false,
      inDocument: at < 0 ? 0 : postings.frequencies[at]!,
      documents: id === undefined ? 0 : postings.documentFrequency(id),
      share: null,
    };
  });
  return { score: null, terms };
}
